// Input of long forms that is not saved yet: kept in this tab, encrypted, so that it survives a reload or a closed
// dialog, or a session that expired. It is deleted when the person signs out. Passwords, keys and files are never kept.
import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { usePerson } from '../api/person.ts';
import { useLanguage } from '../words/language.tsx';
import { readDraft, removeDraft, storeDraft } from './draft-storage.ts';

type DraftOptions<Values> = {
  /** Which form, and of what: `hand-over 0199…`. */
  readonly name: string;
  readonly values: Values;
  /** Whether the values differ from what is saved. */
  readonly changed: boolean;
  readonly restore: (values: Values) => void;
  readonly discard: () => void;
};

/**
 * Keeps the values of a form, and restores them when it is opened again. Returns the note that says so, whether they
 * were looked for, and what deletes them once they are saved.
 */
export function useDraft<Values>({ name, values, changed, restore, discard }: DraftOptions<Values>) {
  const { id, organization, draftKey } = usePerson();
  const draft = { name: `${organization.id} ${id} ${name}`, key: draftKey };
  const [restored, setRestored] = useState(false);
  const [isRead, setIsRead] = useState(false);
  const saved = useRef<string>(undefined);
  const opened = useRef(false);
  const text = changed ? JSON.stringify(values) : undefined;
  const typed = useRef(text);
  typed.current = text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is restored once, when its form is opened.
  useEffect(() => {
    let isOpen = true;
    void readDraft(draft).then((kept) => {
      if (!isOpen) return;
      setIsRead(true);
      if (kept === undefined || typed.current !== undefined) return;
      restore(JSON.parse(kept));
      setRestored(true);
    });
    return () => {
      isOpen = false;
    };
  }, [draft.name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else of the draft changes.
  useEffect(() => {
    if (text !== undefined && text !== saved.current) void storeDraft(draft, text);
    else if (opened.current) removeDraft(draft.name);
    opened.current = true; // Before this the draft has only been asked for.
  }, [draft.name, text]);
  const remove = () => {
    saved.current = text;
    removeDraft(draft.name);
  };
  const startOver = () => {
    removeDraft(draft.name);
    setRestored(false);
    discard();
  };
  return { remove, isRead, note: restored && changed && <RestoredNote startOver={startOver} /> };
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
