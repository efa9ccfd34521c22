// Imports apartments pasted from a spreadsheet: previewed as understood, then created one after the other.
import { Alert, Button, List, Progress, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/bodies.ts';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useLanguage } from '../../words/language.tsx';
import { type PastedApartment, type PasteProblem, parsePaste } from './paste.ts';

export function PasteApartments({
  buildingId,
  existing,
  done,
}: {
  readonly buildingId: string;
  readonly existing: readonly Schemas['Apartment'][];
  readonly done: () => void;
}) {
  const { t } = useLanguage();
  const [text, setText] = useState('');
  const [made, setMade] = useState(0);
  const { apartments, problems } = parsePaste(text);
  const ids = new Map(existing.map(({ id, number }) => [number.trim().toLowerCase(), id]));
  const importAll = async ({ number, ...figures }: PastedApartment) => {
    const aptId = ids.get(number.toLowerCase());
    const body = { number, ...figures };
    const path = { id: buildingId };
    await (aptId === undefined
      ? unwrap(api.POST('/buildings/{id}/apartments', { params: { path }, body }))
      : unwrap(api.PATCH('/buildings/{id}/apartments/{aptId}', { params: { path: { ...path, aptId } }, body })));
    setMade((count) => count + 1);
  };
  const save = useAction(
    async () => {
      setMade(0);
      for (const apartment of apartments) await importAll(apartment);
      return { count: apartments.length };
    },
    { done: t.apartments.pasteImported, next: done },
  );
  const words = ({ line, kind, text: what }: PasteProblem) =>
    t.apartments.pasteProblem({
      line,
      what: {
        no_number: t.apartments.pasteNoNumber,
        twice: t.apartments.pasteDuplicate,
        no_figure: t.apartments.pasteNotANumber({ text: what }),
      }[kind],
    });
  const replaced = apartments.filter(({ number }) => ids.has(number.toLowerCase()));
  return (
    <Stack>
      <Text>{t.apartments.pasteLead}</Text>
      <Textarea
        label={t.apartments.pasteHere}
        autosize
        minRows={6}
        maxRows={16}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre' } }}
      />
      {problems.length > 0 && (
        <Alert color="red" role="alert">
          <List>
            {problems.map((problem) => (
              <List.Item key={`${problem.line} ${problem.kind}`}>{words(problem)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Text role="status">
        {apartments.length > 0 && t.apartments.pasteReady({ count: apartments.length })}
        {replaced.length > 0 && ` · ${replaced.map(({ number }) => number).join(', ')}: ${t.apartments.pasteExists}`}
      </Text>
      {save.isPending && <Progress value={(made / apartments.length) * 100} aria-label={t.apartments.paste} />}
      <Button
        onClick={() => save.mutate()}
        loading={save.isPending}
        disabled={apartments.length === 0 || problems.length > 0}
      >
        {t.apartments.pasteImport}
      </Button>
    </Stack>
  );
}
