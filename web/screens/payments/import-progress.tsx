// The progress of a statement import, and a button to cancel it.
import { Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { useLanguage } from '../../words/language.tsx';

type RunningImport = ConsoleBody<'/statement-imports'>['data'][number];

const everyMs = 700;

/** The caller's import in progress; undefined until the service has started it. */
export function ImportProgress() {
  const { t } = useLanguage();
  const { data } = useQuery({
    queryKey: ['statement-imports'],
    queryFn: async () => (await unwrap(consoleApi.GET('/statement-imports'))).data,
    refetchInterval: everyMs,
  });
  const ownImport = data?.findLast(({ isOwn }) => isOwn);
  const cancel = useAction((id: string) =>
    unwrap(consoleApi.POST('/statement-imports/{id}/cancel', { params: { path: { id } } })),
  );
  if (ownImport === undefined) return null;
  const { linesRead, linesDecided } = ownImport;
  const text =
    linesDecided > 0
      ? t.payments.linesMatched({ done: linesDecided, count: linesRead })
      : t.payments.linesRead({ count: linesRead });
  return (
    <Paper withBorder p="md" role="status">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text>{ownImport.cancelled ? t.payments.cancelling : text}</Text>
          <ActionButton
            variant="default"
            onClick={() => cancel.mutate(ownImport.id)}
            action={cancel}
            disabled={ownImport.cancelled}
          >
            {t.payments.cancelImport}
          </ActionButton>
        </Group>
        <Progress value={progressShare(ownImport)} animated={linesDecided === 0} aria-label={t.payments.importing} />
      </Stack>
    </Paper>
  );
}

/** In percent. The number of lines is unknown until all are read. */
function progressShare({ linesRead, linesDecided }: RunningImport): number {
  return linesDecided === 0 ? 100 : (linesDecided / Math.max(linesRead, 1)) * 100;
}
