// The ways to pay an invoice: with a bank, or by a transfer with its details and code, in a dialog.
import { Box, Button, CopyButton, Divider, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { type PaymentOptions, usePaymentOptions } from '../../api/resident-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './my-home.module.css';

/** What is paid: all that is due, where that is more than the invoice, or the invoice alone. */
export type PaymentScope = 'all' | 'one';
type PaymentDialogProps = {
  readonly invoice: { readonly id: string; readonly number: string };
  readonly preset: PaymentScope;
  /** The button that it was opened with. */
  readonly label: 'pay' | 'payAll';
  readonly opened: boolean;
  readonly close: () => void;
};
type ChosenAmount = { readonly invoiceId: string; readonly amount: number; readonly code: string | null };

function PaymentMethods({
  invoice: { id, number },
  preset,
  label,
}: Pick<PaymentDialogProps, 'invoice' | 'preset' | 'label'>) {
  const { t, format } = useLanguage();
  const ways = usePaymentOptions(id);
  const [pays, setPays] = useState(preset);
  return (
    <QueryContent query={ways}>
      {(found) => {
        const { open, together, amount, code, currency } = found;
        if (!open && together === null) return <Text>{t.residentHome.invoicePaid}</Text>;
        if (found.banks.length === 0 && found.transfer === null) return <Text>{t.residentHome.noPaymentMethod}</Text>;
        const all = pays === 'all' || !open ? together : null;
        const chosen = all ?? { invoiceId: id, amount, code };
        const paid = together && <PaidInvoices together={together} currency={currency} />;
        return (
          <Stack>
            {open && together && label === 'pay' ? (
              <Radio.Group
                aria-label={t.residentHome.amount}
                value={pays}
                onChange={(value) => setPays(value === 'one' ? 'one' : 'all')}
              >
                <Stack gap="sm">
                  <Radio
                    value="all"
                    label={t.residentHome.allTogether({ amount: format.money(together.amount, currency) })}
                    description={paid}
                  />
                  <Radio
                    value="one"
                    label={t.residentHome.onlyOne({ number, amount: format.money(amount, currency) })}
                  />
                </Stack>
              </Radio.Group>
            ) : (
              <Box>
                <Text fz="xl" fw={600}>
                  {format.money(chosen.amount, currency)}
                </Text>
                {all && paid}
              </Box>
            )}
            <BankButtons chosen={chosen} account={all !== null} banks={found.banks} />
            {found.banks.length > 0 && found.transfer && <Divider label={t.residentHome.byTransfer} />}
            <TransferDetails ways={found} chosen={chosen} />
          </Stack>
        );
      }}
    </QueryContent>
  );
}

/** The invoices that are paid together, and the credit that is taken off. */
function PaidInvoices({
  together: { invoices, others, credit },
  currency,
}: {
  readonly together: NonNullable<PaymentOptions['together']>;
  readonly currency: string;
}) {
  const { t, format } = useLanguage();
  const lines = [
    ...invoices.map((item) => [`${format.month(item.periodStart)}, ${item.number}`, item.amount] as const),
    ...(others === 0 ? [] : [['…', others] as const]),
    ...(credit === 0 ? [] : [[t.invoices.prepaid, -credit] as const]),
  ];
  return lines.map(([name, amount]) => (
    <Text key={name} span display="block" fz="sm" mt={4}>{`${name}: ${format.money(amount, currency)}`}</Text>
  ));
}

function BankButtons({
  chosen: { invoiceId },
  account,
  banks,
}: {
  readonly chosen: ChosenAmount;
  /** Whether all that is due is paid. */
  readonly account: boolean;
  readonly banks: PaymentOptions['banks'];
}) {
  const { t, language } = useLanguage();
  const go = useAction(async (bank: string) => {
    const returnUrl = new URL('/console/', location.href).href;
    const body = { invoiceId, bank, returnUrl, language, ...(account && { account }) };
    const { payUrl } = (await unwrap(api.POST('/payments/banklink', { body }))).data;
    location.assign(`${payUrl}#bank`);
  });
  return banks.map(({ bank, title }) => (
    <ActionButton key={bank} size="md" action={go} of={bank} onClick={() => go.mutate(bank)}>
      {t.residentHome.payWithBank({ title })}
    </ActionButton>
  ));
}

function TransferDetails({
  ways: { transfer, currency },
  chosen: { amount, code },
}: {
  readonly ways: PaymentOptions;
  readonly chosen: ChosenAmount;
}) {
  const { t, format } = useLanguage();
  if (transfer === null) return null;
  const facts = [
    [t.residentHome.beneficiary, transfer.beneficiary],
    [t.residentHome.account, transfer.iban.replace(/.{4}(?=.)/g, '$& '), transfer.iban],
    [t.residentHome.reference, transfer.reference],
    [t.residentHome.amount, format.money(amount, currency), amount.toFixed(2)],
  ] as const;
  return (
    <Stack gap="xs">
      {facts.map(([name, shown, copied]) => (
        <Group key={name} justify="space-between" gap="xs">
          <Box miw={0} style={{ flex: '1 1 12rem' }}>
            <Text fz="sm" c="dimmed">
              {name}
            </Text>
            <Text style={{ overflowWrap: 'anywhere' }}>{shown}</Text>
          </Box>
          <CopyButton value={copied ?? shown}>
            {({ copied: done, copy }) => (
              <Button
                size="xs"
                variant="default"
                onClick={copy}
                aria-label={`${t.residentHome.copy}: ${name}`}
                style={{ flexShrink: 0 }}
              >
                {done ? t.residentHome.copied : t.residentHome.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
      ))}
      {code && (
        <Box ta="center">
          <img
            className={classes.code}
            src={`data:image/svg+xml,${encodeURIComponent(code)}`}
            alt={t.residentHome.paymentCode({ amount: format.money(amount, currency) })}
          />
          <Text fz="sm" c="dimmed">
            {t.residentHome.scan}
          </Text>
        </Box>
      )}
    </Stack>
  );
}

export function PaymentDialog({ invoice, preset, label, opened, close }: PaymentDialogProps) {
  const { t } = useLanguage();
  const title = label === 'payAll' ? t.residentHome.payAll : t.residentHome.payTitle({ number: invoice.number });
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <PaymentMethods invoice={invoice} preset={preset} label={label} />
    </Dialog>
  );
}
