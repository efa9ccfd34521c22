// A resident's payments and credit notes, the latest first, with the months that they paid.
import { Badge, Group, Text } from '@mantine/core';
import { type OwnPaymentBody, useOwnInvoices, useOwnPayments } from '../../api/resident-queries.ts';
import { Card } from '../../parts/card.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './my-home.module.css';

export function MyPayments() {
  const { t } = useLanguage();
  const payments = useOwnPayments();
  const invoices = useOwnInvoices().data ?? [];
  const months = new Map(invoices.map(({ id, periodStart }) => [id, periodStart]));
  if (payments.data === undefined || payments.data.length === 0) return null;
  return (
    <Card title={t.residentHome.payments} flush>
      {payments.data.map((item) => (
        <PaymentLine key={item.id} payment={item} months={months} />
      ))}
      <LoadMore query={payments} />
    </Card>
  );
}

function PaymentLine({
  payment: { paidOn, amount, currency, status, reason, source, description, allocations },
  months,
}: {
  readonly payment: OwnPaymentBody;
  readonly months: ReadonlyMap<string, string>;
}) {
  const { t, format } = useLanguage();
  return (
    <Group className={classes.line} wrap="nowrap">
      <div>
        <Text fw={600}>{format.day(paidOn)}</Text>
        {source === 'credit' && <Text fz="sm">{t.residentHome.creditNote({ number: description ?? '' })}</Text>}
        <Group gap="xs">
          {allocations.map(({ invoiceId, number }) => {
            const start = months.get(invoiceId);
            return (
              <LinkTo key={invoiceId} to="/invoices/$invoiceId" params={{ invoiceId }} fz="sm">
                {start === undefined ? number : format.month(start)}
              </LinkTo>
            );
          })}
        </Group>
      </div>
      <Group gap="xs" justify="flex-end">
        {status === 'reversed' && (
          <Badge variant="light" color="red">
            {reason === 'returned' ? t.residentHome.returned : t.residentHome.reversed}
          </Badge>
        )}
        <Text style={{ whiteSpace: 'nowrap' }}>{format.money(amount, currency)}</Text>
      </Group>
    </Group>
  );
}
