// The account of an apartment at a glance: the latest invoices and payments with the balance after each. Its statement
// has all of them.
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { Card } from '../../parts/card.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { StatementEntries } from '../accounting/account-statement.tsx';

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
  const query = { from: startOfYearBack() };
  const account = useQuery({
    queryKey: ['account', apartmentId, query],
    queryFn: async () =>
      (
        await unwrap(
          consoleApi.GET('/buildings/{id}/apartments/{aptId}/account', {
            params: { path: { id: buildingId, aptId: apartmentId }, query },
          }),
        )
      ).data,
  });
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
        {({ currency, entries }) =>
          entries.length === 0 ? (
            <EmptyState icon="book" title={t.receivables.noEntries} />
          ) : (
            <StatementEntries account={{ currency, entries: entries.slice(-maxEntries) }} />
          )
        }
      </QueryContent>
    </Card>
  );
}
