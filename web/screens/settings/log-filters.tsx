// The filters that the logs of the settings share. They are kept in the address.
import { Box, Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, useAll } from '../../api/pages.ts';
import type { AuditSearch, RequestSearch } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';

/** The filter, a way to change parts of it, and one to clear it. */
export function useLogSearch() {
  const search = useSearch({ from: '/settings/$part' });
  const navigate = useNavigate({ from: '/settings/$part' });
  const change = (next: Partial<RequestSearch & AuditSearch>) =>
    navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return { search, change, clear: () => navigate({ search: {}, replace: true }) };
}

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
  const { search, clear } = useLogSearch();
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Box px="md" pb="md">
      <Button hiddenFrom="sm" variant="default" aria-expanded={opened} onClick={toggle} mb={opened ? 'sm' : 0}>
        {t.requestLog.filters}
      </Button>
      <Group gap="sm" align="flex-end" {...(!opened && { visibleFrom: 'sm' })}>
        {children}
        {isFiltered && (
          <Button variant="subtle" onClick={clear}>
            {t.requestLog.reset}
          </Button>
        )}
      </Group>
    </Box>
  );
}

/** The API keys and members; a key that was revoked is found by its address alone. */
export function CallerFilter() {
  const { t } = useLanguage();
  const { search, change } = useLogSearch();
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
      value={search.callerId ?? null}
      onChange={(value) => change({ callerId: value ?? undefined })}
    />
  );
}

/** A text to search for, a moment after the last key press. It follows the address, which a link may change. */
export function TextFilter({
  label,
  name,
}: {
  readonly label: string;
  readonly name: 'path' | 'code' | 'requestId' | 'operation' | 'aboutId';
}) {
  const { search, change } = useLogSearch();
  const value = search[name];
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
export function DayFilters() {
  const words = useLanguage().t.requestLog;
  const { search, change } = useLogSearch();
  return (
    <>
      <TextInput
        type="date"
        label={words.from}
        value={search.from ?? ''}
        onChange={(event) => change({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={words.to}
        value={search.to ?? ''}
        onChange={(event) => change({ to: event.currentTarget.value || undefined })}
      />
    </>
  );
}
