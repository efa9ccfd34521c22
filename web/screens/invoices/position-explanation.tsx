// The calculation of a position, line by line, so that it can be checked by hand: in the words and rows of the
// invoice's PDF; and above it why it costs more, and the charge in earlier periods.
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { InvoiceWithPositions } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { AskAboutInvoice } from './ask-about-invoice.tsx';
import { ChargeHistory } from './charge-history.tsx';
import classes from './invoice.module.css';

/** The explanation of the position at an index. All positions are requested at once. */
export function PositionExplanation({
  invoice,
  index,
}: {
  readonly invoice: InvoiceWithPositions;
  readonly index: number;
}) {
  const { t, format, language } = useLanguage();
  const { id, updatedAt, currency, positions } = invoice;
  const explained = useQuery({
    queryKey: ['explained', id, updatedAt, language],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/invoices/{id}/explained', { params: { path: { id }, query: { language } } })))
        .data,
  });
  const { code = '', description = '', amount = 0, vatRate = 0, vatAmount = 0 } = positions[index] ?? {};
  const isTaxed = positions.some((position) => position.vatRate !== 0);
  const vat = {
    label: t.calculation.vat({ rate: format.number(vatRate) }),
    figure: format.money(vatAmount, currency),
    note: '',
  };
  const gross = {
    label: t.vat.charged.total,
    figure: format.money(sumAmounts([amount, vatAmount]), currency),
    note: '',
  };
  return (
    <QueryContent query={explained}>
      {(all) => (
        <>
          {invoice.kind === 'invoice' && positions.findIndex((position) => position.code === code) === index && (
            <ChargeHistory invoice={invoice} code={code} why={all[index]?.why} />
          )}
          <Table verticalSpacing={2} withRowBorders={false} aria-label={t.calculation.title} className={classes.rows}>
            <Table.Tbody>
              {[...(all[index]?.rows ?? []), ...(isTaxed ? [vat] : []), ...(vatAmount === 0 ? [] : [gross])].map(
                ({ label, figure, note }) => (
                  <Table.Tr key={`${label} ${figure} ${note}`}>
                    <Table.Th scope="row" fw={400} c="dimmed">
                      {label}
                    </Table.Th>
                    <Table.Td>
                      {figure}
                      {note && (
                        <Text fz="sm" c="dimmed">
                          {note}
                        </Text>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ),
              )}
            </Table.Tbody>
          </Table>
          <AskAboutInvoice invoice={invoice} charge={format.position(description)} />
        </>
      )}
    </QueryContent>
  );
}
