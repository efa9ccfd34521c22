// The balance due: the sum, each open invoice, and the way to pay all or one of them.

import { Badge, Box, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import { sumAmounts, sumByCurrency } from '../../../src/platform/values/amounts.ts';
import { useHomes } from '../../api/person.ts';
import { type OwnInvoiceBody, useOwnInvoices } from '../../api/resident-queries.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { PayNow } from './pay-now.tsx';

/** The invoices that are due or will be, the first to pay first. */
export function listOpen(invoices: readonly OwnInvoiceBody[]): OwnInvoiceBody[] {
  return invoices
    .filter(({ status, balance }) => status === 'sent' && balance > 0)
    .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
}

export function BalanceDue() {
  const { t, format } = useLanguage();
  const invoices = useOwnInvoices();
  return (
    <Card title={t.residentHome.balanceDue}>
      <QueryContent query={invoices}>
        {(all) => {
          const open = listOpen(all);
          return open.length === 0 ? (
            <Group gap="xs">
              <Icon name="check" />
              <Text>{t.residentHome.nothingDue}</Text>
            </Group>
          ) : (
            <Stack>
              {sumByCurrency(open, ({ balance }) => balance).map(({ currency, amount }) => (
                <Text key={currency} fz="min(2rem, 13vw)" fw={600} lh={1.1} style={{ whiteSpace: 'nowrap' }}>
                  {format.money(amount, currency)}
                </Text>
              ))}
              {[...Map.groupBy(open, ({ apartmentId, currency }) => `${apartmentId} ${currency}`)].map(
                ([key, those]) => (
                  <OpenInvoices key={key} invoices={those} isAlone={those.length === open.length} />
                ),
              )}
            </Stack>
          );
        }}
      </QueryContent>
    </Card>
  );
}

/** The open invoices of an apartment, the oldest first; where there are several, above them the way to pay all. */
function OpenInvoices({
  invoices,
  isAlone,
}: {
  readonly invoices: readonly OwnInvoiceBody[];
  readonly isAlone: boolean;
}) {
  const { t, format } = useLanguage();
  const homes = useHomes();
  const [first, ...others] = invoices;
  if (first === undefined) return null;
  if (others.length === 0) return <OpenInvoice invoice={first} />;
  const latest = invoices.reduce((a, b) => (b.issueDate > a.issueDate ? b : a));
  const amount = format.money(sumAmounts(invoices.map(({ balance }) => balance)), first.currency);
  const number = homes.find(({ id }) => id === first.apartmentId)?.number ?? '';
  return (
    <>
      <Group justify="space-between" gap="sm">
        {!isAlone && <Text>{`${t.residentHome.apartment({ number })}: ${amount}`}</Text>}
        <PayNow invoice={latest} label="payAll" />
      </Group>
      {invoices.map((item) => (
        <OpenInvoice key={item.id} invoice={item} variant="default" />
      ))}
    </>
  );
}

function OpenInvoice({ invoice, ...button }: { readonly invoice: OwnInvoiceBody } & Pick<ButtonProps, 'variant'>) {
  const { t, format } = useLanguage();
  const { id, periodStart, balance, currency, dueDate, overdue } = invoice;
  return (
    <Group justify="space-between" gap="sm">
      <Box miw={0}>
        <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: id }} fw={600}>
          {format.month(periodStart)}
        </LinkTo>
        <Text fz="sm" c="dimmed">
          {format.money(balance, currency)}, {t.residentHome.due({ day: format.day(dueDate) })}
        </Text>
        {overdue && (
          <Badge color="red" variant="light" mt={4}>
            {t.residentHome.overdue}
          </Badge>
        )}
      </Box>
      <PayNow invoice={invoice} preset="one" {...button} />
    </Group>
  );
}
