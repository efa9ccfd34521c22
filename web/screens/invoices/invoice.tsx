// One invoice: balance and due date, each position with its calculation, and the actions.

import { Accordion, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { about, factorDecimals, isAmountAlone, sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { Unit } from '../../../src/platform/values/bases.ts';
import type { InvoiceWithPositions } from '../../api/bodies.ts';
import { api, unwrap } from '../../api/client.ts';
import { pollIntervalMs } from '../../api/pages.ts';
import { useHomes, useIsAllowed, usePerson, useVatWords } from '../../api/person.ts';
import { useApartmentNumbers } from '../../api/shared-queries.ts';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { Card } from '../../parts/card.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useShownBuilding } from '../../parts/shown-building.ts';
import { useLanguage } from '../../words/language.tsx';
import { InvoicePayments } from '../payments/invoice-payments.tsx';
import { useIntendedRecipients } from './intended-recipients.ts';
import classes from './invoice.module.css';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceComparison } from './invoice-comparison.tsx';
import { InvoiceEmails } from './invoice-emails.tsx';
import { InvoiceHistory } from './invoice-history.tsx';
import { InvoiceStatus, isSendingOut, isUnsent } from './invoice-status.tsx';
import { PositionExplanation } from './position-explanation.tsx';

export function InvoicePage() {
  const { t, format } = useLanguage();
  const mayInvoice = useIsAllowed('invoice');
  const { invoiceId } = useParams({ from: '/invoices/$invoiceId' });
  const invoice = useQuery({
    queryKey: ['invoices', invoiceId],
    queryFn: async () =>
      (await unwrap(api.GET('/invoices/{id}', { params: { path: { id: invoiceId }, query: { account: true } } }))).data,
    refetchInterval: ({ state: { data } }) => (data && isSendingOut(data) ? pollIntervalMs : false),
  });
  return (
    <QueryContent query={invoice}>
      {(data) => (
        <Page
          title={`${data.amount < 0 ? t.invoiceHistory.creditInvoice : t.invoices.invoice} ${data.number}`}
          lead={
            <Group gap="sm" mt={4}>
              <InvoiceStatus invoice={data} />
              <Text c="dimmed">{[format.month(data.periodStart), data.reason].filter(Boolean).join(' · ')}</Text>
              {data.correctsInvoiceId && (
                <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: data.correctsInvoiceId }}>
                  {t.invoiceHistory.corrects}
                </LinkTo>
              )}
            </Group>
          }
          actions={<InvoiceActions invoice={data} />}
        >
          <InvoiceFacts invoice={data} />
          <InvoicePositions invoice={data} />
          {data.kind === 'invoice' && <InvoiceComparison invoice={data} />}
          {mayInvoice && <InvoicePayments invoice={data} />}
          {mayInvoice && <InvoiceEmails invoiceId={data.id} />}
          {mayInvoice && <InvoiceHistory invoiceId={data.id} />}
        </Page>
      )}
    </QueryContent>
  );
}

function InvoiceFacts({ invoice }: { readonly invoice: InvoiceWithPositions }) {
  const { t, format } = useLanguage();
  const money = (amount: number) => format.money(amount, invoice.currency);
  const mayInvoice = useIsAllowed('invoice');
  const vat = useVatWords(invoice.buildingId);
  const { buildingId, apartmentId } = invoice;
  useShownBuilding(buildingId);
  const showsIntended = isUnsent(invoice) && mayInvoice;
  const number = useApartmentNumber(invoice);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t.invoices.apartment,
      mayInvoice ? (
        <ApartmentLink key="apartment" buildingId={buildingId} apartmentId={apartmentId} number={number} />
      ) : (
        (number ?? t.common.none)
      ),
    ],
    ...(invoice.amount < 0
      ? [[t.invoices.credit, money(-invoice.amount)] as const]
      : [
          [vat.total, money(invoice.amount)] as const,
          ...(invoice.amountPaid === 0 ? [] : [[t.invoices.paid, money(invoice.amountPaid)] as const]),
          [t.invoices.balance, money(invoice.balance)] as const,
        ]),
    ...accountLines(invoice).map(([name, amount]) => [t.invoices[name], money(amount)] as const),
    [t.invoices.issued, format.day(invoice.issueDate)],
    [t.invoices.due, format.day(invoice.dueDate)],
    [t.invoices.reference, invoice.reference],
    showsIntended
      ? [t.comparison.intended, <IntendedRecipients key="intended" invoiceId={invoice.id} />]
      : [t.invoices.recipients, invoice.recipients.map(({ name }) => name).join(', ') || t.invoices.noRecipients],
  ];
  return (
    <Card>
      <FactList cols={{ base: 2, sm: 4 }} facts={facts} />
      {invoice.recipients.length > 0 && invoice.amountPaid > 0 && (
        <Text fz="sm" c="dimmed" mt="sm">
          {t.invoices.pdfAsSent}
        </Text>
      )}
    </Card>
  );
}

/** The number of the apartment, which a resident may have left. */
function useApartmentNumber({ buildingId, apartmentId }: InvoiceWithPositions): string | undefined {
  const numbers = useApartmentNumbers(usePerson().role === 'resident' ? [] : [buildingId]);
  const home = useHomes().find(({ id }) => id === apartmentId);
  return numbers.get(apartmentId) ?? home?.number;
}

/** Who would get an unsent invoice, and by which channel; or why nobody would. */
function IntendedRecipients({ invoiceId }: { readonly invoiceId: string }) {
  const { t } = useLanguage();
  const recipients = useIntendedRecipients(invoiceId);
  if (recipients.data === undefined) return t.common.none;
  if (recipients.data.length === 0) return t.comparison.nobody;
  return recipients.data.map(({ name, email }) => (
    <Text key={`${name} ${email}`} inherit>
      {email === null ? t.comparison.onPaper({ name }) : t.comparison.byEmail({ name, email })}
    </Text>
  ));
}

/** The balance before this invoice, and the total with it; of a paid one what is due on others, and else nothing. */
function accountLines({
  account,
  balance,
}: InvoiceWithPositions): (readonly [
  name: 'previousBalance' | 'prepaid' | 'totalDue' | 'dueBefore',
  amount: number,
])[] {
  const before = account ? sumAmounts([account.amountToPay, -balance]) : 0;
  if (!account || before === 0) return [];
  if (balance === 0 && before > 0) return [['dueBefore', before]];
  const all = account.amountToPay > 0 ? [['totalDue', account.amountToPay] as const] : [];
  return [before > 0 ? ['previousBalance', before] : ['prepaid', -before], ...all];
}

function InvoicePositions({ invoice }: { readonly invoice: InvoiceWithPositions }) {
  const { t, format } = useLanguage();
  const words = useVatWords(invoice.buildingId);
  const money = (amount: number) => format.money(amount, invoice.currency);
  const unitNames: Readonly<Record<Unit, string>> = t.invoices.units;
  const counts: Readonly<Record<string, typeof t.invoices.counts.share>> = t.invoices.counts;
  const factorsOf = (position: InvoiceWithPositions['positions'][number]) => {
    const { quantity, unit, unitPrice, calculation } = position;
    const decimals = factorDecimals(position, calculation.method);
    const shown = format.quantity(quantity, unit, decimals?.quantity);
    const counted =
      counts[unit]?.({ count: quantity, quantity: shown }) ?? `${shown} ${unitNames[unit as Unit] ?? unit}`;
    if (decimals === undefined) return counted;
    return about(`${counted} × ${format.money(unitPrice, invoice.currency, decimals.price)}`, decimals.isExact);
  };
  const net = sumAmounts(invoice.positions.map(({ amount }) => amount));
  const vat = sumAmounts(invoice.positions.map(({ vatAmount }) => vatAmount));
  const isTaxed = invoice.positions.some(({ vatRate }) => vatRate !== 0);
  return (
    <Card
      title={t.invoices.lineItems}
      flush
      actions={
        isTaxed && (
          <Text fz="sm" c="dimmed">
            {t.comparison.vatBelow}
          </Text>
        )
      }
    >
      <Accordion chevronPosition="left" multiple className={classes.narrow} classNames={classes}>
        {invoice.positions.map((position, index) => (
          <Accordion.Item key={JSON.stringify(position)} value={JSON.stringify(position)}>
            <Accordion.Control>
              <Group justify="space-between" gap="0 md">
                <Text fw={600} miw={0}>
                  {format.position(position.description)}
                </Text>
                <Text fw={600} ml="auto" style={{ whiteSpace: 'nowrap' }}>
                  {money(position.amount)}
                </Text>
              </Group>
              {!isAmountAlone(position) && (
                <Text fz="sm" c="dimmed">
                  {factorsOf(position)}
                </Text>
              )}
            </Accordion.Control>
            <Accordion.Panel>
              <PositionExplanation invoice={invoice} index={index} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Stack p="md" align="flex-end" gap={2} className={classes.narrow}>
        <Table withRowBorders={false} w="auto" maw="100%" className={classes.sums} aria-label={t.invoices.amount}>
          <Table.Tbody>
            {[
              ...(isTaxed ? [[t.invoices.net, net] as const, [t.invoices.vat, vat] as const] : []),
              [isTaxed ? t.vat.charged.total : words.total, invoice.amount],
            ].map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td ta="right">{money(Number(value))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Card>
  );
}
