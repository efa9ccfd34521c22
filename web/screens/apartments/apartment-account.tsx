// The account of an apartment at a glance: the latest invoices and payments with the balance after each. Its statement
// has all of them.
import type { Schemas } from '../../api/bodies.ts';
import { Card } from '../../parts/card.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { StatementEntries, useApartmentAccount } from '../accounting/statement-parts.tsx';

const maxEntries = 6;

/** The first day of this month, a year ago. */
function startOfYearBack(): string {
  const [year = '', month = ''] = todayIn().split('-');
  return `${Number(year) - 1}-${month}-01`;
}

export function ApartmentAccount({
  apartment: { id: apartmentId, buildingId },
}: {
  readonly apartment: Schemas['Apartment'];
}) {
  const { t } = useLanguage();
  const account = useApartmentAccount({ buildingId, apartmentId }, { from: startOfYearBack() });
  const statement = (
    <ButtonTo
      size="xs"
      variant="default"
      to="/receivables/$buildingId/$apartmentId"
      params={{ buildingId, apartmentId }}
    >
      {t.apartmentPage.statement}
    </ButtonTo>
  );
  return (
    <Card title={t.apartmentPage.account} flush actions={statement}>
      <QueryContent query={account}>
        {({ entries, ...found }) => <StatementEntries account={{ ...found, entries: entries.slice(-maxEntries) }} />}
      </QueryContent>
    </Card>
  );
}
