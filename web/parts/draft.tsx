// Input of long forms that is not saved yet: kept in this tab, encrypted, so that it survives a reload or a closed
// dialog, or a session that expired. It is deleted when the person signs out. Photos survive the last alone; passwords,
// keys and other files are never kept.
import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { usePerson } from '../api/person.ts';
import { useLanguage } from '../words/language.tsx';
import {
  findInMemory,
  hadPhoto,
  holdInMemory,
  listDrafts,
  readDraft,
  removeDraft,
  storeDraft,
} from './draft-storage.ts';

type DraftOptions<Values> = {
  /** Which form, and of what: `hand-over 0199…`. */
  readonly name: string;
  readonly values: Values;
  /** Whether the values differ from what is saved. */
  readonly changed: boolean;
  /** Whether the form has a photo: after a reload the note asks for it again. */
  readonly hasPhoto?: boolean;
  readonly restore: (values: Values) => void;
  readonly discard: () => void;
};

function useDraftName(form: string): string {
  const { id, organization } = usePerson();
  return `${organization.id} ${id} ${form}`;
}

/** Of what there are drafts of a form: what follows its name. */
export function useKeptDrafts(form: string): string[] {
  const beginning = `${useDraftName(form)} `;
  return listDrafts(beginning).map((name) => name.slice(beginning.length));
}

/** Holds what cannot be stored, such as a photo: it survives other screens and a session that expired, not a reload. */
export function useHeld<Value>(form: string) {
  const name = useDraftName(form);
  return {
    held: () => findInMemory(name) as Value | undefined,
    hold: (value: Value | undefined) => holdInMemory(name, value),
  };
}

/**
 * Keeps the values of a form, and restores them when it is opened again. Returns the note that says so, whether they
 * were looked for, and what deletes them once they are saved.
 */
export function useDraft<Values>({ name, values, changed, hasPhoto = false, restore, discard }: DraftOptions<Values>) {
  const draft = { name: useDraftName(name), key: usePerson().draftKey };
  const [restored, setRestored] = useState<{ readonly hadPhoto: boolean }>();
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
      setRestored({ hadPhoto: hadPhoto(draft.name) });
      restore(JSON.parse(kept));
    });
    return () => {
      isOpen = false;
    };
  }, [draft.name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else of the draft changes.
  useEffect(() => {
    if (text !== undefined && text !== saved.current) void storeDraft(draft, text, hasPhoto);
    else if (opened.current) removeDraft(draft.name);
    opened.current = true; // Before this the draft has only been asked for.
  }, [draft.name, text, hasPhoto]);
  const forget = () => {
    removeDraft(draft.name);
    holdInMemory(draft.name, undefined);
  };
  const remove = () => {
    saved.current = text;
    forget();
  };
  const startOver = () => {
    forget();
    setRestored(undefined);
    discard();
  };
  const lacksPhoto = restored?.hadPhoto === true && !hasPhoto;
  const note = restored && (changed || lacksPhoto) && <RestoredNote {...{ lacksPhoto, startOver }} />;
  return { remove, isRead, note };
}

function RestoredNote({ lacksPhoto, startOver }: { readonly lacksPhoto: boolean; readonly startOver: () => void }) {
  const { t } = useLanguage();
  return (
    <Alert color="yellow" role="status" p="xs">
      <Group justify="space-between" gap="xs">
        {lacksPhoto ? `${t.common.restored} ${t.common.addPhotoAgain}` : t.common.restored}
        <Button size="xs" variant="default" onClick={startOver}>
          {t.common.startOver}
        </Button>
      </Group>
    </Alert>
  );
}
