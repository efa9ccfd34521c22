// The ways to pay an invoice: with a bank, or by a transfer with its details and code, in a dialog.
import { Box, Button, CopyButton, Divider, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { type PaymentOptions, usePaymentOptions } from '../../api/resident-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './my-home.module.css';

function PaymentMethods({ invoiceId }: { readonly invoiceId: string }) {
  const { t, format } = useLanguage();
  const ways = usePaymentOptions(invoiceId);
  return (
    <QueryContent query={ways}>
      {(found) => {
        if (!found.open) return <Text>{t.residentHome.invoicePaid}</Text>;
        if (found.banks.length === 0 && found.transfer === null) return <Text>{t.residentHome.noPaymentMethod}</Text>;
        return (
          <Stack>
            <Text fz="xl" fw={600}>
              {format.money(found.amount, found.currency)}
            </Text>
            <BankButtons invoiceId={invoiceId} banks={found.banks} />
            {found.banks.length > 0 && found.transfer && <Divider label={t.residentHome.byTransfer} />}
            <TransferDetails ways={found} />
          </Stack>
        );
      }}
    </QueryContent>
  );
}

function BankButtons({ invoiceId, banks }: { readonly invoiceId: string; readonly banks: PaymentOptions['banks'] }) {
  const { t, language } = useLanguage();
  const go = useMutation({
    mutationFn: async (bank: string) => {
      const returnUrl = new URL('/console/', location.href).href;
      const body = { invoiceId, bank, returnUrl, language };
      const { payUrl } = (await unwrap(api.POST('/payments/banklink', { body }))).data;
      location.assign(`${payUrl}#bank`);
    },
  });
  return banks.map(({ bank, title }) => (
    <ActionButton key={bank} size="md" action={go} of={bank} onClick={() => go.mutate(bank)}>
      {t.residentHome.payWithBank({ title })}
    </ActionButton>
  ));
}

function TransferDetails({ ways: { transfer, code, amount, currency } }: { readonly ways: PaymentOptions }) {
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

export function PaymentDialog({
  invoice: { id, number },
  opened,
  close,
}: {
  readonly invoice: { readonly id: string; readonly number: string };
  readonly opened: boolean;
  readonly close: () => void;
}) {
  const { t } = useLanguage();
  return (
    <Dialog opened={opened} onClose={close} title={t.residentHome.payTitle({ number })}>
      <PaymentMethods invoiceId={id} />
    </Dialog>
  );
}
