// Payments: import a bank statement, work through unmatched payments, and search all of them.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useIsAllowed } from '../../api/person.ts';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { type PaymentTab, paymentTabs } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { AllPayments } from './all-payments.tsx';
import { EnterPayment } from './enter-payment.tsx';
import { ImportStatement } from './import-statement.tsx';
import { UnmatchedPayments } from './unmatched-payments.tsx';

const parts = {
  waiting: UnmatchedPayments,
  import: ImportStatement,
  all: AllPayments,
} as const satisfies Record<PaymentTab, unknown>;

export function Payments() {
  const { t } = useLanguage();
  const mayHandle = useIsAllowed('money');
  const search = useSearch({ from: '/payments' });
  const navigate = useNavigate();
  const tabs: readonly PaymentTab[] = mayHandle ? paymentTabs : ['all'];
  const tab = tabs.find((offered) => offered === search.tab) ?? tabs[0] ?? 'all';
  const Part = parts[tab];
  return (
    <Page title={t.payments.title} help="matching" actions={mayHandle && <EnterPayment />}>
      <PageTabs
        tabs={tabs}
        shown={tab}
        titles={t.payments.tabs}
        choose={(next) => navigate({ to: '/payments', search: { tab: next } })}
      >
        <Part />
      </PageTabs>
    </Page>
  );
}
