// Screens that could not be shown: an unknown address, a failure, or a console that was updated while a tab was open.
import { Alert, Button, Stack } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { EmptyState, FailureState } from '../parts/states.tsx';
import { useLanguage } from '../words/language.tsx';

export function NotFoundScreen() {
  const { t } = useLanguage();
  return (
    <EmptyState icon="search" title={t.errors.codes.not_found}>
      <Button component={Link} to="/" variant="default">
        {t.common.nav.home}
      </Button>
    </EmptyState>
  );
}

export function ErrorScreen({ error }: { readonly error: unknown }) {
  const { t } = useLanguage();
  const router = useRouter();
  if (!isMissingPart(error)) return <FailureState error={error} retry={() => void router.invalidate()} />;
  return (
    <Alert color="yellow" role="alert">
      <Stack align="flex-start" gap="sm">
        <span>{t.common.stale}</span>
        <Button size="xs" onClick={() => location.reload()}>
          {t.common.reload}
        </Button>
      </Stack>
    </Alert>
  );
}

/** Browsers have different messages for this: a part of the page could not be loaded. */
function isMissingPart(error: unknown): boolean {
  return error instanceof Error && /module script|dynamically imported|Importing a module/i.test(error.message);
}
