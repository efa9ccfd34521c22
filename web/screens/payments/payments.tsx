// Payments: import a bank statement, work through unmatched payments, and search all of them.
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useIsAllowed } from '../../api/person.ts';
import { Page } from '../../parts/page.tsx';
import { paymentTabs } from '../../shell/search.ts';
import { useLanguage } from '../../words/language.tsx';
import { AllPayments } from './all-payments.tsx';
import { EnterPayment } from './enter-payment.tsx';
import { ImportStatement } from './import-statement.tsx';
import { UnmatchedPayments } from './unmatched-payments.tsx';

export function Payments() {
  const { t } = useLanguage();
  const mayHandle = useIsAllowed('money');
  const search = useSearch({ from: '/payments' });
  const navigate = useNavigate();
  const tabs = mayHandle ? paymentTabs : (['all'] as const);
  const tab = tabs.find((offered) => offered === search.tab) ?? tabs[0];
  return (
    <Page title={t.payments.title} help="matching" actions={mayHandle && <EnterPayment />}>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) =>
          navigate({ to: '/payments', search: { tab: paymentTabs.find((paymentTab) => paymentTab === next) } })
        }
      >
        <Tabs.List mb="md">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t.payments.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="waiting">
          <UnmatchedPayments />
        </Tabs.Panel>
        <Tabs.Panel value="import">
          <ImportStatement />
        </Tabs.Panel>
        <Tabs.Panel value="all">
          <AllPayments />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
