// Credits a sent or paid invoice, in full or in part: with a preview, and a reason that the resident reads.

import { Button, Checkbox, Group, Radio, Table, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { ConsolePostBody, InvoiceBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useVatWords } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Help } from '../../parts/help.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { ReasonForm } from '../../parts/reason-form.tsx';
import { FailureState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';

type CreditPreview = ConsolePostBody<'/invoices/{id}/credit-preview'>['data'];
/** The amount credited of a position, net, by its index on the invoice. */
type ChosenAmounts = Readonly<Record<number, number>>;
type CreditParts = { readonly position: number; readonly amount: number }[];

const debounceMs = 300;

export function CreditInvoice({
  invoice,
}: {
  readonly invoice: Pick<InvoiceBody, 'id' | 'buildingId' | 'amount' | 'currency'>;
}) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.invoiceHistory.credit}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.invoiceHistory.credit} size="lg">
        <CreditForm invoice={invoice} done={close} />
      </Dialog>
    </>
  );
}

function CreditForm({ invoice, done }: Parameters<typeof CreditInvoice>[0] & { readonly done: () => void }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [partly, setPartly] = useState(false);
  const [chosen, choose] = useState<ChosenAmounts>({});
  const left = useCreditPreview(invoice.id, undefined);
  const parts = Object.entries(chosen).map(([position, amount]) => ({ position: Number(position), amount }));
  const [settled] = useDebouncedValue(parts, debounceMs);
  const part = useCreditPreview(invoice.id, partly ? settled : undefined);
  const credit = useAction(
    (reason: string) =>
      unwrap(
        consoleApi.POST('/invoices/{id}/credit', {
          params: { path: { id: invoice.id } },
          body: { reason, ...(partly && { positions: parts }) },
        }),
      ),
    {
      done: t.invoiceHistory.credited,
      next: ({ data }) => {
        done();
        navigate({ to: '/invoices/$invoiceId', params: { invoiceId: data.id } });
      },
    },
  );
  const isSettled = JSON.stringify(parts) === JSON.stringify(settled);
  const canSubmit = !partly || (parts.length > 0 && isSettled && part.isSuccess && !part.isPlaceholderData);
  return (
    <QueryContent query={left}>
      {(whole) => (
        <ReasonForm label={t.invoiceHistory.credit} action={credit} ready={canSubmit}>
          <Group gap={4} wrap="nowrap" align="flex-start">
            <Text>{t.invoiceHistory.creditLead}</Text>
            <Help topic="creditNote" />
          </Group>
          <CreditedBefore invoice={invoice} left={0 - whole.amount} />
          <Radio.Group
            aria-label={t.invoiceHistory.credit}
            value={partly ? 'part' : 'whole'}
            onChange={(value) => setPartly(value === 'part')}
          >
            <Group>
              <Radio value="whole" label={t.invoiceHistory.creditWhole} />
              <Radio value="part" label={t.invoiceHistory.creditLines} />
            </Group>
          </Radio.Group>
          {partly && <CreditPositions whole={whole} invoice={invoice} chosen={chosen} choose={choose} />}
          {part.isError ? (
            <FailureState error={part.error} />
          ) : (
            <CreditTotals plan={partly ? (parts.length > 0 ? part.data : undefined) : whole} invoice={invoice} />
          )}
        </ReasonForm>
      )}
    </QueryContent>
  );
}

/** What earlier corrections and credit notes took from the invoice. */
function CreditedBefore({
  invoice: { amount, currency },
  left,
}: Parameters<typeof CreditInvoice>[0] & { readonly left: number }) {
  const { t, format } = useLanguage();
  const before = sumAmounts([amount, -left]);
  if (before <= 0) return null;
  const values = { amount: format.money(before, currency), left: format.money(left, currency) };
  return <Text>{t.invoiceHistory.creditedBefore(values)}</Text>;
}

/** The preview of a credit of some positions; undefined: everything that is left; an empty list requests nothing. */
function useCreditPreview(id: string, positions: CreditParts | undefined) {
  return useQuery({
    queryKey: ['credit-preview', id, positions],
    enabled: positions === undefined || positions.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<CreditPreview> => {
      const body = positions === undefined ? {} : { positions };
      return (await unwrap(consoleApi.POST('/invoices/{id}/credit-preview', { params: { path: { id } }, body }))).data;
    },
  });
}

function CreditPositions({
  whole,
  invoice: { buildingId, currency },
  chosen,
  choose,
}: {
  readonly whole: CreditPreview;
  readonly invoice: Pick<InvoiceBody, 'buildingId' | 'currency'>;
  readonly chosen: ChosenAmounts;
  readonly choose: (chosen: ChosenAmounts) => void;
}) {
  const { t, format } = useLanguage();
  const vat = useVatWords(buildingId);
  return (
    <Table verticalSpacing={4} aria-label={t.invoices.lineItems}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.invoices.lineItems}</Table.Th>
          <Table.Th ta="right">{vat.credit}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {whole.positions.map(({ position, description, amount, vatAmount, creditedBefore }) => {
          const { [position]: own, ...others } = chosen;
          const left = 0 - amount;
          return (
            <Table.Tr key={position}>
              <Table.Td>
                <Checkbox
                  label={format.position(description)}
                  description={[
                    t.invoiceHistory.creditRemaining({ amount: format.money(left, currency) }),
                    creditedBefore !== 0 &&
                      t.invoiceHistory.takenBefore({ amount: format.money(creditedBefore, currency) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  disabled={left === 0 && vatAmount === 0}
                  checked={own !== undefined}
                  onChange={(event) => choose(event.currentTarget.checked ? { ...others, [position]: left } : others)}
                />
              </Table.Td>
              <Table.Td ta="right">
                <NumberField
                  size="xs"
                  w="7rem"
                  ml="auto"
                  decimals={2}
                  min={Math.min(0, left)}
                  max={Math.max(0, left)}
                  aria-label={`${vat.credit}: ${format.position(description)}`}
                  styles={{ input: { textAlign: 'end' } }}
                  disabled={own === undefined}
                  value={own ?? ''}
                  onChange={(next) => choose({ ...others, [position]: typeof next === 'number' ? next : 0 })}
                />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function CreditTotals({
  plan,
  invoice: { buildingId, currency },
}: {
  readonly plan: CreditPreview | undefined;
  readonly invoice: Pick<InvoiceBody, 'buildingId' | 'currency'>;
}) {
  const { t, format } = useLanguage();
  const vat = useVatWords(buildingId);
  const credited = (of: (item: CreditPreview['positions'][number]) => number) =>
    sumAmounts((plan?.positions ?? []).map((item) => -of(item)));
  const money = (amount: number) => (plan === undefined ? t.common.none : format.money(amount, currency));
  return (
    <FactList
      cols={3}
      facts={[
        [t.invoices.net, money(credited(({ amount }) => amount))],
        [t.invoices.vat, money(credited(({ vatAmount }) => vatAmount))],
        [vat.total, money(0 - (plan?.amount ?? 0))],
      ]}
    />
  );
}
