// Personal data of a resident, for owners: a file of everything for a person who asks, and the erasure, which shows
// first what goes and what stays.
import { Anchor, Divider, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ConsolePostBody } from '../../api/bodies.ts';
import { consoleApi, saveFile, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton, ActionFailure } from '../../parts/action-button.tsx';
import { useLanguage } from '../../words/language.tsx';

type ErasureReport = ConsolePostBody<'/residents/{id}/erasure'>['data'];

export function ResidentData({ id }: { readonly id: string }) {
  const { t } = useLanguage();
  const words = t.privacy;
  const [report, setReport] = useState<ErasureReport>();
  const params = { path: { id } };
  const download = useAction(() => saveFile(`/console/api/residents/${id}/personal-data`));
  const preview = useAction(
    async () => (await unwrap(consoleApi.POST('/residents/{id}/erasure/preview', { params }))).data,
    { next: setReport },
  );
  const erase = useAction(async () => (await unwrap(consoleApi.POST('/residents/{id}/erasure', { params }))).data, {
    done: words.erased,
    next: setReport,
  });
  return (
    <Stack align="flex-start" mt="lg">
      <Divider w="100%" label={words.residentData} labelPosition="left" />
      <Anchor component="button" type="button" onClick={() => download.mutate(undefined)} disabled={download.isPending}>
        {words.residentDownload}
      </Anchor>
      <ActionFailure action={download} />
      {report === undefined ? (
        <ActionButton variant="light" color="red" action={preview} onClick={() => preview.mutate(undefined)}>
          {words.eraseQuestion}
        </ActionButton>
      ) : (
        <Report report={report} />
      )}
      {report?.erasedAt === null && (
        <>
          <Text fz="sm" c="dimmed">
            {words.eraseLead}
          </Text>
          <ActionButton color="red" action={erase} onClick={() => erase.mutate(undefined)}>
            {words.erase}
          </ActionButton>
        </>
      )}
    </Stack>
  );
}

function Report({ report: { erasedAt, removed, kept } }: { readonly report: ErasureReport }) {
  const { t, format } = useLanguage();
  const words = t.privacy;
  return (
    <div>
      <Text fw={600}>{erasedAt === null ? words.willGo : words.gone}</Text>
      <List size="sm" mb="sm">
        {removed.map(({ kind, amount }) => (
          <List.Item key={kind}>{`${words.erasedKinds[kind]}: ${format.number(amount, 0)}`}</List.Item>
        ))}
      </List>
      {kept.length > 0 && <Text fw={600}>{words.stays}</Text>}
      <List size="sm">
        {kept.map(({ kind, amount, until }) => (
          <List.Item key={kind}>
            {`${words.keptKinds[kind]}: ${format.number(amount, 0)}`}
            {until !== null && `, ${words.until({ day: format.day(until) })}`}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
