// The balance due: the sum, each open invoice, and the way to pay it.

import { Badge, Box, Group, Stack, Text } from '@mantine/core';
import { sumByCurrency } from '../../../src/platform/values/amounts.ts';
import { type OwnInvoiceBody, useOwnInvoices } from '../../api/resident-queries.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { PayNow } from './pay-now.tsx';

export function BalanceDue() {
  const { t, format } = useLanguage();
  const invoices = useOwnInvoices();
  return (
    <Card title={t.residentHome.balanceDue}>
      <QueryContent query={invoices}>
        {(all) => {
          const open = all
            .filter(({ status, balance }) => status === 'sent' && balance > 0)
            .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
          return open.length === 0 ? (
            <Group gap="xs">
              <Icon name="check" />
              <Text>{t.residentHome.nothingDue}</Text>
            </Group>
          ) : (
            <Stack>
              {sumByCurrency(open, ({ balance }) => balance).map(({ currency, amount }) => (
                <Text key={currency} fz="2rem" fw={600} lh={1.1} style={{ whiteSpace: 'nowrap' }}>
                  {format.money(amount, currency)}
                </Text>
              ))}
              {open.map((item) => (
                <OpenInvoice key={item.id} invoice={item} />
              ))}
            </Stack>
          );
        }}
      </QueryContent>
    </Card>
  );
}

function OpenInvoice({ invoice }: { readonly invoice: OwnInvoiceBody }) {
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
      <PayNow invoice={invoice} />
    </Group>
  );
}
