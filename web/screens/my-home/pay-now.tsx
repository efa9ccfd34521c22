// The button that shows the ways to pay an invoice. The dialog is loaded after the first screen, or when it is asked
// for.
import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { afterFirstScreen, lazyPart } from '../../shell/lazy.ts';
import { useLanguage } from '../../words/language.tsx';
import type { PaymentScope } from './payment-dialog.tsx';

const load = async () => (await import('./payment-dialog.tsx')).PaymentDialog;
const PaymentDialog = lazyPart(load);

export function PayNow({
  invoice,
  preset = 'all',
  label = 'pay',
  variant = 'filled',
}: {
  readonly invoice: { readonly id: string; readonly number: string };
  /** What is chosen in the dialog, where more is due than the invoice. */
  readonly preset?: PaymentScope;
  readonly label?: 'pay' | 'payAll';
} & Pick<ButtonProps, 'variant'>) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const [asked, { open: ask }] = useDisclosure();
  useEffect(() => {
    // It is loaded again, and waited for, when the button is pressed.
    afterFirstScreen.then(load).catch(() => undefined);
  }, []);
  return (
    <>
      <Button
        onClick={() => {
          ask();
          open();
        }}
        variant={variant}
        style={{ flexShrink: 0 }}
      >
        {t.residentHome[label]}
      </Button>
      {asked && (
        <Suspense fallback={null}>
          <PaymentDialog invoice={invoice} preset={preset} label={label} opened={opened} close={close} />
        </Suspense>
      )}
    </>
  );
}
