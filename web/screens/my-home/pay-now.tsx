// The button that shows the ways to pay an invoice. The dialog is loaded after the first screen, or when it is asked
// for.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { afterFirstScreen, lazyPart } from '../../shell/lazy.ts';
import { useLanguage } from '../../words/language.tsx';

const load = async () => (await import('./payment-dialog.tsx')).PaymentDialog;
const PaymentDialog = lazyPart(load);

export function PayNow({ invoice }: { readonly invoice: { readonly id: string; readonly number: string } }) {
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
        style={{ flexShrink: 0 }}
      >
        {t.residentHome.pay}
      </Button>
      {asked && (
        <Suspense fallback={null}>
          <PaymentDialog invoice={invoice} opened={opened} close={close} />
        </Suspense>
      )}
    </>
  );
}
