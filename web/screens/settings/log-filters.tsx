// The filters that the logs of the settings share. They are kept in the address.
import { Box, Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, useAll } from '../../api/pages.ts';
import type { AuditSearch, RequestSearch } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';

/** Changes some parts of the filter. */
export type ChangeSearch = (next: Partial<RequestSearch & AuditSearch>) => void;

/** The beginning of a day of this device, or of one after it, as a moment. */
export function dayStart(day: string, later = 0): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

/** The filters of a log above its list; on a phone, where they would fill the screen, behind a button. */
export function LogFilters({ children }: { readonly children: ReactNode }) {
  const { t } = useLanguage();
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <Box px="md" pb="md">
      <Button hiddenFrom="sm" variant="default" aria-expanded={opened} onClick={toggle} mb={opened ? 'sm' : 0}>
        {t.requestLog.filters}
      </Button>
      <Group gap="sm" align="flex-end" {...(!opened && { visibleFrom: 'sm' })}>
        {children}
      </Group>
    </Box>
  );
}

/** The API keys and members; a key that was revoked is found by its address alone. */
export function CallerFilter({
  callerId,
  change,
}: {
  readonly callerId: string | undefined;
  readonly change: ChangeSearch;
}) {
  const { t } = useLanguage();
  const keys = useAll(['keys'], (cursor) =>
    unwrap(consoleApi.GET('/api-keys', { params: { query: pageQuery(cursor, 500) } })),
  ).data;
  const members = useAll(['members'], (cursor) =>
    unwrap(consoleApi.GET('/members', { params: { query: pageQuery(cursor, 500) } })),
  ).data;
  const data = [
    { group: t.settings.parts.keys, items: (keys ?? []).map(({ id, name }) => ({ value: id, label: name })) },
    { group: t.settings.parts.members, items: (members ?? []).map(({ id, name }) => ({ value: id, label: name })) },
  ];
  return (
    <Select
      label={t.requestLog.caller}
      placeholder={t.requestLog.anyCaller}
      clearable
      searchable
      w="16rem"
      data={data}
      value={callerId ?? null}
      onChange={(value) => change({ callerId: value ?? undefined })}
    />
  );
}

/** A text to search for, a moment after the last key press. It follows the address, which a link may change. */
export function TextFilter({
  label,
  name,
  value,
  change,
}: {
  readonly label: string;
  readonly name: 'path' | 'code' | 'requestId' | 'operation' | 'aboutId';
  readonly value: string | undefined;
  readonly change: ChangeSearch;
}) {
  const [written, setWritten] = useState(value ?? '');
  const [followed, setFollowed] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    if ((value ?? '') !== written.trim()) setWritten(value ?? '');
  }
  const find = useDebouncedCallback((text: string) => change({ [name]: text.trim() || undefined }), 250);
  return (
    <TextInput
      label={label}
      maxLength={200}
      value={written}
      onChange={(event) => {
        setWritten(event.currentTarget.value);
        find(event.currentTarget.value);
      }}
    />
  );
}

/** The first and the last day. */
export function DayFilters({
  from,
  to,
  change,
}: {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly change: ChangeSearch;
}) {
  const words = useLanguage().t.requestLog;
  return (
    <>
      <TextInput
        type="date"
        label={words.from}
        value={from ?? ''}
        onChange={(event) => change({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={words.to}
        value={to ?? ''}
        onChange={(event) => change({ to: event.currentTarget.value || undefined })}
      />
    </>
  );
}
