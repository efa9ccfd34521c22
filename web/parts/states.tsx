// What a screen shows when it has nothing to show yet, nothing at all, or a failure: always what it is and what to do.
import { Alert, Button, Center, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '../words/language.tsx';
import { ErrorMessage } from './error-message.tsx';
import { Icon, type IconName } from './icons.tsx';

/** Something is on its way. */
export function LoadingState() {
  const { t } = useLanguage();
  return (
    <Center mih="12rem" role="status" aria-label={t.common.loading}>
      <Loader type="dots" />
    </Center>
  );
}

/** There is nothing, which is no failure: says so, and offers the next step. */
export function EmptyState({
  icon,
  title,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <Stack align="center" gap="sm" py="3rem" px="md" ta="center">
      <Text c="dimmed" component="span" lh={1}>
        <Icon name={icon} size={36} />
      </Text>
      <Text fw={600}>{title}</Text>
      {children}
    </Stack>
  );
}

/** A failure, and a way to try again where there is one. */
export function FailureState({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) {
  const { t } = useLanguage();
  return (
    <Alert color="red" title={t.common.failed} icon={<Icon name="warning" />} role="alert">
      <Stack gap="sm" align="flex-start">
        <div>
          <ErrorMessage t={t} error={error} />
        </div>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {t.common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
