// The account statement of an apartment: invoices and payments line by line, with the balance after each.
import { Group, Text, TextInput } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useIsAllowed } from '../../api/person.ts';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { Card } from '../../parts/card.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { EnterPayment } from '../payments/enter-payment.tsx';
import { payersText } from '../payments/payer-text.ts';
import { PaymentPlan } from './payment-plan.tsx';
import {
  ExportStatement,
  type StatementBody,
  StatementEntries,
  StatementSums,
  useApartmentAccount,
} from './statement-parts.tsx';
import { useAging } from './use-aging.ts';

const route = '/receivables/$buildingId/$apartmentId';

export function Statement() {
  const account = useApartmentAccount(useParams({ from: route }), useSearch({ from: route }));
  return <QueryContent query={account}>{(found) => <StatementView account={found} />}</QueryContent>;
}

function StatementView({ account }: { readonly account: StatementBody }) {
  const { t } = useLanguage();
  const mayHandle = useIsAllowed('money');
  const { number } = account;
  return (
    <Page
      title={t.receivables.statement({ number })}
      lead={
        <Text c="dimmed">
          <ApartmentLink
            buildingId={account.buildingId}
            apartmentId={account.apartmentId}
            number={t.apartmentPage.title({ number })}
            inText
          />
          {` · ${t.receivables.balanceHint}`}
        </Text>
      }
      actions={
        <>
          {mayHandle && <EnterPayment apartmentId={account.apartmentId} />}
          <ExportStatement account={account} />
        </>
      }
    >
      <StatementDays account={account} />
      <StatementSums account={account} />
      <OwedByEach account={account} />
      <PaymentPlan path={{ id: account.buildingId, aptId: account.apartmentId }} />
      <Card flush>
        <StatementEntries account={account} />
      </Card>
    </Page>
  );
}

/** What each owes today, where the apartment changed hands. */
function OwedByEach({ account: { buildingId, apartmentId, currency } }: { readonly account: StatementBody }) {
  const { t, format } = useLanguage();
  const all = useAging(buildingId).data ?? [];
  const owed = all.filter((row) => row.apartmentId === apartmentId && row.currency === currency);
  if (owed.length < 2 && !owed.some(({ payers }) => payers.some(({ former }) => former))) return null;
  return (
    <Card title={t.receivables.payersToday}>
      <FactList
        cols={{ base: 1, sm: 4 }}
        facts={owed.map(({ payers, balance }) => [payersText(t, payers), format.money(balance, currency)])}
      />
    </Card>
  );
}

function StatementDays({ account: { from, to, buildingId, apartmentId } }: { readonly account: StatementBody }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const go = (search: { from?: string; to?: string }) =>
    navigate({ to: route, params: { buildingId, apartmentId }, search: { from, to, ...search }, replace: true });
  /** While a year is being typed, the field has days such as 0002-11-01. */
  const isWhole = (day: string) => day >= '1900-01-01';
  return (
    <Group align="flex-end" className="haldur-on-screen">
      <TextInput
        type="date"
        label={t.receivables.from}
        key={`from ${from}`}
        defaultValue={from}
        max={to}
        onChange={({ currentTarget: { value } }) => isWhole(value) && go({ from: value })}
      />
      <TextInput
        type="date"
        label={t.receivables.to}
        key={`to ${to}`}
        defaultValue={to}
        min={from}
        onChange={({ currentTarget: { value } }) => isWhole(value) && go({ to: value })}
      />
    </Group>
  );
}
