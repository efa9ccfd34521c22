// The states of a screen without content: loading, empty, or failed, always with what to do.
import { Alert, Button, Center, Loader, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { useLanguage } from '../words/language.tsx';
import { ErrorMessage } from './error-message.tsx';
import { Icon, type IconName } from './icons.tsx';

/** Loading. */
export function LoadingState() {
  const { t } = useLanguage();
  return (
    <Center mih="12rem" role="status" aria-label={t.common.loading}>
      <Loader type="dots" />
    </Center>
  );
}

/** An empty list, which is no failure, with the next step. */
export function EmptyState({
  icon,
  title,
  next,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  /** What to do about it, for those who may. */
  readonly next?: string | false;
  readonly children?: ReactNode;
}) {
  return (
    <Stack align="center" gap="sm" py="3rem" px="md" ta="center">
      <Text c="dimmed" component="span" lh={1}>
        <Icon name={icon} size={36} />
      </Text>
      <Text fw={600}>{title}</Text>
      {next && (
        <Text c="dimmed" maw="26rem">
          {next}
        </Text>
      )}
      {children}
    </Stack>
  );
}

const recoveryIntervalMs = 10_000;

/** Tries again by itself while a failure may pass: when the device is online again, and every ten seconds. */
function useRecovery(error: unknown, retry: (() => void) | undefined): boolean {
  const passes = retry !== undefined && mayPass(error);
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!passes) return;
    const again = () => latest.current?.();
    const timer = setInterval(again, recoveryIntervalMs);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [passes]);
  return passes;
}

/** Whether there was no connection, or the service is starting or overloaded. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 0 || [502, 503, 504].includes(error.status));
}

/** A failure, with a way to retry where there is one. */
export function FailureState({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) {
  const { t } = useLanguage();
  const recovers = useRecovery(error, retry);
  return (
    <Alert color="red" title={t.common.failed} icon={<Icon name="warning" />} role="alert">
      <Stack gap="sm" align="flex-start">
        <div>
          <ErrorMessage t={t} error={error} />
          {recovers && <div>{t.common.recovers}</div>}
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
