// The search over everything: one field, and the results below it, by kind. Arrow keys choose, Enter opens. Searches
// are not stored.
import { Loader, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { consoleApi, unwrap } from '../api/client.ts';
import { useIsAllowed } from '../api/person.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { FailureState } from '../parts/states.tsx';
import { useLanguage } from '../words/language.tsx';
import classes from './search.module.css';
import { optionsOf, type SearchOption, type SearchOptionGroup } from './search-options.ts';

const debounceMs = 200;
const maxLength = 100;
const hasSomething = /[\p{L}\p{N}]/u;

/** What a text finds. A request is cancelled as soon as another text is searched. */
function useSearchResults(text: string) {
  return useQuery({
    queryKey: ['search', text],
    queryFn: async ({ signal }) =>
      (await unwrap(consoleApi.GET('/search', { params: { query: { q: text } }, signal }))).data,
    enabled: hasSomething.test(text),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

export function SearchDialog({
  close,
  leave,
}: {
  readonly close: () => void;
  /** Closes it for the page of a result. */
  readonly leave: () => void;
}) {
  const { t, format } = useLanguage();
  const mayHandlePayments = useIsAllowed('money');
  const [written, setWritten] = useState('');
  const text = written.trim();
  const [searched] = useDebouncedValue(text, debounceMs);
  const results = useSearchResults(searched);
  const isAsked = hasSomething.test(text);
  const isFresh = searched === text && results.isSuccess && !results.isPlaceholderData;
  const found = isAsked ? results.data : undefined;
  const groups = found === undefined ? [] : optionsOf(found, { t, format, mayHandlePayments });
  const options = groups.flatMap((group) => group.options.map((option) => `${group.kind}-${option.id}`));
  const list = useOptionKeys(options, isFresh ? text : undefined, text);
  return (
    <Dialog opened onClose={close} returnFocus={false} title={t.search.title} size="lg">
      <Stack gap="sm">
        <TextInput
          data-autofocus
          role="combobox"
          aria-label={t.search.title}
          aria-expanded={options.length > 0}
          aria-controls={list.id}
          aria-autocomplete="list"
          aria-activedescendant={list.active === undefined ? undefined : list.idOf(list.active)}
          placeholder={t.search.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          leftSection={<Icon name="search" size={18} />}
          rightSection={isAsked && !isFresh && !results.isError ? <Loader size="xs" /> : null}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
          onKeyDown={list.onKeyDown}
        />
        <VisuallyHidden role="status">
          {isFresh && isAsked ? t.search.count({ count: options.length }) : ''}
        </VisuallyHidden>
        {!isAsked && <Text c="dimmed">{t.search.hint}</Text>}
        {isAsked && results.isError && <FailureState error={results.error} retry={() => results.refetch()} />}
        {isAsked && isFresh && options.length === 0 && <Text>{t.search.nothing({ text })}</Text>}
        <div role="listbox" id={list.id} aria-label={t.search.results} aria-busy={!isFresh} className={classes.list}>
          {groups.map((group) => (
            <ResultGroup key={group.kind} group={group} active={list.active} idOf={list.idOf} leave={leave} />
          ))}
        </div>
        {isFresh && found?.payersSince && (
          <Text fz="sm" c="dimmed">
            {t.search.payersSince({ day: format.day(found.payersSince) })}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}

/**
 * The option that is active, and the keys of the field that move it and open it. Enter before the results are there
 * opens the first one when they are.
 */
function useOptionKeys(options: readonly string[], freshText: string | undefined, text: string) {
  const id = useId();
  const [chosen, choose] = useState<string>();
  const [entered, setEntered] = useState<string>();
  const active = chosen !== undefined && options.includes(chosen) ? chosen : options[0];
  const idOf = (option: string) => `${id}-${option}`;
  const activeId = active === undefined ? undefined : idOf(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  useEffect(() => {
    if (entered === undefined || freshText !== entered) return;
    setEntered(undefined);
    if (activeId !== undefined) document.getElementById(activeId)?.click();
  }, [entered, freshText, activeId]);
  const move = (step: number) => {
    const index = active === undefined ? -1 : options.indexOf(active);
    choose(options[(index + step + options.length) % options.length]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (options.length > 0) move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      setEntered(text);
    } else if (event.key.length === 1) choose(undefined);
  };
  return { id, active, idOf, onKeyDown };
}

type ResultProps = {
  readonly active: string | undefined;
  readonly idOf: (option: string) => string;
  readonly leave: () => void;
};

function ResultGroup({ group, active, idOf, leave }: ResultProps & { readonly group: SearchOptionGroup }) {
  const { t } = useLanguage();
  const { kind, options, more } = group;
  const name = t.search.kinds[kind];
  const label = more ? t.search.first({ kind: name, count: options.length }) : name;
  return (
    // biome-ignore lint/a11y/useSemanticElements: options are in groups; a fieldset is for fields.
    <div role="group" aria-label={label}>
      <Text fz="sm" fw={600} c="dimmed" mt="xs" px="xs" aria-hidden>
        {label}
      </Text>
      {options.map((option) => (
        <Result
          key={option.id}
          option={option}
          id={idOf(`${kind}-${option.id}`)}
          isActive={active === `${kind}-${option.id}`}
          leave={leave}
        />
      ))}
    </div>
  );
}

function Result({
  option,
  id,
  isActive,
  leave,
}: {
  readonly option: SearchOption;
  readonly id: string;
  readonly isActive: boolean;
  readonly leave: () => void;
}) {
  return (
    <Link
      to={option.to}
      {...(option.search && { search: option.search as never })}
      role="option"
      id={id}
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.option}
      onClick={leave}
    >
      <Text fw={600} span>
        {option.title}
      </Text>
      <Text fz="sm" c="dimmed" span>
        {option.line}
      </Text>
    </Link>
  );
}
