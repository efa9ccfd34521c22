// The button that opens the ways to pay an invoice.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { useLanguage } from '../../words/language.tsx';
import { PaymentMethods } from './pay.tsx';

export function PayNow({
  invoice: { id, number },
}: {
  readonly invoice: { readonly id: string; readonly number: string };
}) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open} style={{ flexShrink: 0 }}>
        {t.residentHome.pay}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.residentHome.payTitle({ number })}>
        <PaymentMethods invoiceId={id} />
      </Dialog>
    </>
  );
}
