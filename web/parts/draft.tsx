// Input of long forms that is not saved yet: kept in this tab, so that it survives a reload or a closed dialog. It is deleted with the session. Passwords,
// keys and files are never kept.
import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { usePerson } from '../api/person.ts';
import { useLanguage } from '../words/language.tsx';

const prefix = 'haldur-draft ';

/** Deletes all drafts of the tab. */
export function deleteDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

type DraftOptions<Values> = {
  /** Which form, and of what: `hand-over 0199…`. */
  readonly name: string;
  readonly values: Values;
  /** Whether the values differ from what is saved. */
  readonly changed: boolean;
  readonly restore: (values: Values) => void;
  readonly discard: () => void;
};

/** Keeps the values of a form, and restores them when it is opened again. Returns the note that says so, and what deletes them once they are saved. */
export function useDraft<Values>({ name, values, changed, restore, discard }: DraftOptions<Values>) {
  const { id, organization } = usePerson();
  const key = `${prefix}${organization.id} ${id} ${name}`;
  const [restored, setRestored] = useState(false);
  const saved = useRef<string>(undefined);
  const opened = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is restored once, when its form is opened.
  useEffect(() => {
    const kept = sessionStorage.getItem(key);
    if (kept === null) return;
    restore(JSON.parse(kept));
    setRestored(true);
  }, [key]);
  const text = changed ? JSON.stringify(values) : undefined;
  useEffect(() => {
    if (text !== undefined && text !== saved.current) keep(key, text);
    else if (opened.current) sessionStorage.removeItem(key);
    opened.current = true; // Before this the draft has only been asked for.
  }, [key, text]);
  const remove = () => {
    saved.current = text;
    sessionStorage.removeItem(key);
  };
  const startOver = () => {
    sessionStorage.removeItem(key);
    setRestored(false);
    discard();
  };
  return { remove, note: restored && changed && <RestoredNote startOver={startOver} /> };
}

/** A tab has room for about 5 MB. What does not fit is not kept. */
function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    sessionStorage.removeItem(key);
  }
}

function RestoredNote({ startOver }: { readonly startOver: () => void }) {
  const { t } = useLanguage();
  return (
    <Alert color="yellow" role="status" p="xs">
      <Group justify="space-between" gap="xs">
        {t.common.restored}
        <Button size="xs" variant="default" onClick={startOver}>
          {t.common.startOver}
        </Button>
      </Group>
    </Alert>
  );
}
