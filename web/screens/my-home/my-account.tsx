// A resident's account: what they were billed and what they paid in a year, with the balance after each.
import { Group, NativeSelect, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { sumByCurrency } from '../../../src/platform/values/amounts.ts';
import { useHomes } from '../../api/person.ts';
import { type OwnApartment, useOwnInvoices } from '../../api/resident-queries.ts';
import { Card } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import {
  ExportStatement,
  StatementEntries,
  StatementSums,
  useApartmentAccount,
  useBalanceText,
} from '../accounting/statement-parts.tsx';
import { listOpen } from './balance-due.tsx';

const route = '/own/account';

export function MyAccount() {
  const { t } = useLanguage();
  const homes = useHomes();
  const { apartmentId } = useSearch({ from: route });
  const home = homes.find(({ id }) => id === apartmentId) ?? homes[0];
  return home === undefined ? (
    <Page title={t.common.nav.myAccount}>
      <EmptyState icon="apartment" title={t.residentHome.noHome} />
    </Page>
  ) : (
    <AccountOfHome home={home} />
  );
}

function AccountOfHome({ home }: { readonly home: OwnApartment }) {
  const { t } = useLanguage();
  const thisYear = Number(todayIn().slice(0, 4));
  const year = Math.min(useSearch({ from: route }).year ?? thisYear, thisYear);
  const days = { from: `${year}-01-01`, ...(year < thisYear && { to: `${year}-12-31` }) };
  const account = useApartmentAccount({ buildingId: home.buildingId, apartmentId: home.id }, days);
  return (
    <Page title={t.common.nav.myAccount} lead={<DueNow home={home} thisYear={thisYear} />}>
      <Group align="flex-end" className="haldur-on-screen">
        <ChooseHome home={home} />
        <ChooseYear home={home} year={year} thisYear={thisYear} />
      </Group>
      <QueryContent query={account}>
        {(found) => (
          <>
            <StatementSums account={found} />
            <Card flush>
              <StatementEntries account={found} />
            </Card>
            <Group>
              <ExportStatement account={found} />
            </Group>
          </>
        )}
      </QueryContent>
    </Page>
  );
}

/** What is to be paid now, as on the first page; or what was paid in advance. */
function DueNow({ home, thisYear }: { readonly home: OwnApartment; readonly thisYear: number }) {
  const { t, format } = useLanguage();
  const balanceText = useBalanceText();
  const invoices = useOwnInvoices().data;
  const account = useApartmentAccount(
    { buildingId: home.buildingId, apartmentId: home.id },
    { from: `${thisYear}-01-01` },
  ).data;
  if (invoices === undefined || account === undefined) return null;
  const open = listOpen(invoices.filter(({ apartmentId }) => apartmentId === home.id));
  const due = sumByCurrency(open, ({ balance }) => balance).map(
    ({ currency, amount }) => `${t.residentHome.balanceDue} ${format.money(amount, currency)}`,
  );
  const { closing, currency } = account;
  const rest = closing < 0 ? balanceText(closing, currency) : t.residentHome.nothingDue;
  return <Text role="status">{due.length > 0 ? due.join(', ') : rest}</Text>;
}

function ChooseHome({ home }: { readonly home: OwnApartment }) {
  const { t } = useLanguage();
  const homes = useHomes();
  const navigate = useNavigate();
  if (homes.length < 2) return null;
  return (
    <NativeSelect
      label={t.invoices.apartment}
      value={home.id}
      data={homes.map(({ id, number, address }) => ({
        value: id,
        label: `${t.residentHome.apartment({ number })}, ${address}`,
      }))}
      onChange={({ currentTarget }) =>
        navigate({ to: route, search: { apartmentId: currentTarget.value }, replace: true })
      }
    />
  );
}

/** The years since the first invoice. */
function ChooseYear({
  home,
  year,
  thisYear,
}: {
  readonly home: OwnApartment;
  readonly year: number;
  readonly thisYear: number;
}) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const invoices = (useOwnInvoices().data ?? []).filter(({ apartmentId }) => apartmentId === home.id);
  const first = Math.min(year, thisYear, ...invoices.map(({ issueDate }) => Number(issueDate.slice(0, 4))));
  const years = Array.from({ length: thisYear - first + 1 }, (_, back) => String(thisYear - back));
  return (
    <NativeSelect
      label={t.receivables.year}
      value={String(year)}
      data={years}
      onChange={({ currentTarget }) =>
        navigate({ to: route, search: (before) => ({ ...before, year: Number(currentTarget.value) }), replace: true })
      }
    />
  );
}
