// The states of a screen without content: loading, empty, or failed, always with what to do.
import { Alert, Button, Center, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsAllowed } from '../api/person.ts';
import { useLanguage } from '../words/language.tsx';
import { ErrorMessage } from './error-message.tsx';
import { Icon, type IconName } from './icons.tsx';
import { ButtonTo } from './link-to.tsx';

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

/** A failure, with a way to retry where there is one. */
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

export function NoBuilding({ children }: { readonly children?: ReactNode }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  return (
    <EmptyState icon="building" title={t.home.noBuildings}>
      {mayManage && <ButtonTo to="/buildings">{t.buildings.add}</ButtonTo>}
      {children}
    </EmptyState>
  );
}
