// What a screen shows when it has nothing to show yet, nothing at all, or a failure: always what it is and what to do.
import { Alert, Button, Center, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { useLanguage } from '../words/language.tsx';
import type { Words } from '../words/words.ts';
import { Icon, type IconName } from './icons.tsx';

/** Something is on its way. */
export function Waiting() {
  const { t } = useLanguage();
  return (
    <Center mih="12rem" role="status" aria-label={t.common.loading}>
      <Loader type="dots" />
    </Center>
  );
}

/** There is nothing, which is no failure: says so, and offers the next step. */
export function Empty({
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
export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) {
  const { t } = useLanguage();
  return (
    <Alert color="red" title={t.common.failed} icon={<Icon name="warning" />} role="alert">
      <Stack gap="sm" align="flex-start">
        <span>{explain(t, error)}</span>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {t.common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** A failure in a person's words: what the service said, where it said something. */
export function explain({ common }: Words, error: unknown): string {
  if (!(error instanceof ApiProblem)) return common.unexpected;
  const own: Readonly<Record<number, string>> = {
    0: common.unreachable,
    403: common.forbidden,
    404: common.notFound,
    429: common.later,
  };
  if (error.status >= 500) return error.status === 503 && error.message ? error.message : common.unexpected;
  return own[error.status] ?? (error.message || common.unexpected);
}
