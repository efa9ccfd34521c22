// Where a sign-in provider sends people back to: finishes what they began, and goes on to the page that they had left.
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pageLeft } from '../api/provider-redirect.ts';
import { finishAt } from '../api/session.ts';
import { ErrorMessage } from '../parts/error-message.tsx';
import { LoadingState } from '../parts/states.tsx';
import { useLanguage } from '../words/language.tsx';
import { SignedOutPage } from './signed-out-page.tsx';

// Both are of this visit, however often the screen is mounted.
const page = pageLeft();
let finishing: Promise<void> | undefined;

/** What the provider put into the address works once, so it is sent once; and it is not kept in the history. */
function finishOnce(): Promise<void> {
  const { pathname, search } = location;
  finishing ??= finishAt(pathname.split('/')[3] ?? '', search.slice(1));
  history.replaceState(null, '', pathname);
  return finishing;
}

export function ProviderReturn() {
  const { t } = useLanguage();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    finishOnce().then(() => location.replace(page), setError);
  }, []);
  useEffect(() => {
    document.title = `${t.signIn.title} · Haldur`;
  }, [t]);
  return (
    <SignedOutPage>
      {error === undefined ? (
        <>
          <Text role="status">{t.signIn.finishing}</Text>
          <LoadingState />
        </>
      ) : (
        <Stack>
          <Alert color="red" role="alert">
            <ErrorMessage t={t} error={error} />
          </Alert>
          <Anchor href={page}>{t.signIn.back}</Anchor>
        </Stack>
      )}
    </SignedOutPage>
  );
}
