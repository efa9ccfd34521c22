// Entering or correcting a reading: it is checked first, and saved at once only if nothing about it is unusual.
import { type ReactNode, useRef, useState } from 'react';
import type { Schemas } from '../../api/bodies.ts';
import { api, consoleApi, unwrap } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useAction } from '../../api/use-action.ts';
import type { Action } from '../../parts/action-button.tsx';
import { useDraft } from '../../parts/draft.tsx';
import type { Format } from '../../words/format.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { type EarlierReading, earlierText, type MeterBody, registerText, scaleText } from './meter-words.ts';
import { couldRollOver } from './rollover.ts';

type ReadingTexts = { readonly t: Words; readonly format: Format };
type ReadingResult = Schemas['NotedReading'];

/** A reading that is being entered: what is wrong or unusual about it, and how it is saved. */
export type ReadingEntry = {
  readonly value: number | '';
  /** Another value, and what is known to be unusual about it. */
  readonly change: (value: number | '', warning?: string) => void;
  /** What is wrong with the value; beside its field. */
  readonly error: ReactNode;
  /** What is unusual about it. Saving again accepts it. */
  readonly warning: string | undefined;
  /** The earlier value that it is below, once that was found. */
  readonly least: number | undefined;
  /** Whether the register may have rolled over: asked for a value below the one before it. */
  readonly mayRollOver: boolean;
  readonly rollover: boolean;
  readonly setRollover: (rollover: boolean) => void;
  /** Whether the value was refused, so that saving it again leads nowhere. */
  readonly isRefused: boolean;
  readonly action: Action;
  /** The word of the button that saves. */
  readonly saveLabel: string;
  readonly save: () => void;
  /** Saves another value, as if it had been entered. */
  readonly saveOther: (value: number) => void;
};

type ReadingToEnter = {
  readonly meter: Pick<MeterBody, 'id' | 'unit' | 'digits' | 'decimals'>;
  /** The latest reading, where the screen knows it. */
  readonly last?: EarlierReading;
  readonly start?: number | '';
  /** The day of the reading; undefined: that of the corrected one. */
  readonly readAt?: string | undefined;
  /** The reading that it replaces. */
  readonly corrects?: string;
  /** Which warnings are shown before it is saved; by default all. */
  readonly asksAbout?: (code: string) => boolean;
  /** What is saved with it, and prepared only then. */
  readonly more?: () => Promise<Partial<Schemas['NewReading']>>;
  /** Whether it survives a reload of the page. */
  readonly isKept?: boolean;
  readonly done?: string;
  readonly saved: (reading: ReadingResult) => void;
};

export function useReadingEntry({ start = '', isKept = true, last, done, saved, ...of }: ReadingToEnter): ReadingEntry {
  const { t, format } = useLanguage();
  const [value, setValue] = useState<number | ''>(start);
  const [errors, setErrors] = useState<Readonly<Record<string, ReactNode>>>({});
  const [warning, setWarning] = useState<string>();
  const [least, setLeast] = useState<number>();
  const [rollover, setRollover] = useState(false);
  const entered = useRef(value);
  entered.current = value;
  const sent = useRef<number>(undefined);
  /** An answer says nothing about a value that was entered meanwhile. */
  const isStillEntered = () => sent.current === entered.current;
  const draft = useDraft({
    name: `reading ${of.meter.id} ${of.corrects ?? of.readAt?.slice(0, 7)}`,
    values: value,
    changed: isKept && value !== '' && value !== start,
    restore: setValue,
    discard: () => setValue(start),
  });
  const submit = useAction(
    (given: { readonly value: number; readonly accepted: boolean }) => {
      setErrors({});
      sent.current = given.value;
      return saveReading({ t, format }, of, { ...given, rollover });
    },
    {
      done: (result) => (typeof result === 'string' ? undefined : done),
      next: (result) => {
        if (typeof result === 'string') return isStillEntered() ? setWarning(result) : undefined;
        draft.remove();
        forget('');
        saved(result);
      },
      onProblems: (_texts, _fields, _codes, shown) => (isStillEntered() ? setErrors(shown) : undefined),
      onFailure: (error) => {
        const bound = leastOf(error);
        if (bound === undefined) return false;
        if (!isStillEntered()) return true;
        const before = bound === last?.value ? last : { value: bound };
        setErrors({ value: t.enterReading.less({ last: earlierText({ t, format }, before, of.meter) }) });
        setLeast(bound);
        return true;
      },
    },
  );
  function forget(next: number | '', warning?: string) {
    setValue(next);
    setErrors({});
    setWarning(warning);
    setLeast(undefined);
    setRollover(false);
  }
  return {
    value,
    change: forget,
    error: Object.values(errors)[0],
    warning,
    least,
    mayRollOver: least !== undefined && value !== '' && couldRollOver(least, value, of.meter),
    rollover,
    setRollover,
    isRefused: least !== undefined && !rollover,
    action: submit,
    saveLabel: warning === undefined ? t.common.save : t.enterReading.saveAnyway,
    save: () => {
      if (value !== '' && !submit.isPending) submit.mutate({ value, accepted: warning !== undefined });
    },
    saveOther: (other) => {
      forget(other);
      submit.mutate({ value: other, accepted: false });
    },
  };
}

/** The earlier value that a rejected one is below; undefined if it was not rejected for that. */
function leastOf(error: unknown): number | undefined {
  const problems = error instanceof ApiProblem ? error.problems : [];
  return problems.find(({ code }) => code === 'reading_below_previous')?.least;
}

/** Saves a reading, or returns what is unusual about it, unless that was accepted. */
async function saveReading(
  texts: ReadingTexts,
  { meter, readAt, corrects, asksAbout = () => true, more }: Omit<ReadingToEnter, 'saved'>,
  { value, accepted, rollover }: { readonly value: number; readonly accepted: boolean; readonly rollover: boolean },
): Promise<ReadingResult | string> {
  const params = { path: { id: meter.id } };
  const body = {
    value,
    ...(readAt !== undefined && { readAt }),
    ...(corrects !== undefined && { corrects }),
    ...(rollover && { rollover }),
  };
  const doubts = accepted ? undefined : await findDoubts(texts, { id: meter.id, meter }, body, asksAbout);
  if (doubts !== undefined) return doubts;
  return (await unwrap(api.POST('/meters/{id}/readings', { params, body: { ...body, ...(await more?.()) } }))).data;
}

/** What is unusual about a reading before it is saved or confirmed; undefined: nothing. Throws what is wrong. */
export async function findDoubts(
  { t, format }: ReadingTexts,
  { id, meter }: { readonly id: string; readonly meter: Pick<MeterBody, 'unit' | 'decimals'> | undefined },
  body: Schemas['NewReading'],
  asksAbout: (code: string) => boolean,
): Promise<string | undefined> {
  const { warnings, usual, consumption } = await previewReading(id, body);
  const asked = warnings.filter(({ code }) => asksAbout(code));
  if (asked.length === 0) return undefined;
  const texts = asked.map(({ code }) => `${t.errors.warnings[code]}.`);
  if (meter === undefined || consumption === null || !asked.some(({ code }) => isHigh(code))) return texts.join(' ');
  const now = registerText(format, consumption, meter);
  const figures =
    usual === null
      ? t.enterReading.thisMuch({ now })
      : t.enterReading.usual({ usual: scaleText(format, Number(usual.toPrecision(2)), meter.unit), now });
  return [...texts, figures].join(' ');
}

async function previewReading(id: string, body: Schemas['NewReading']) {
  const params = { path: { id } };
  return (await unwrap(consoleApi.POST('/meters/{id}/reading-preview', { params, body }))).data;
}

/** The warning that a value is probably wrong. */
export const isHigh = (code: string): boolean => code === 'high_consumption';
