// The charges of a building while they are edited: rows, their codes, what is invalid in them, and saving.
import { type ReactNode, useEffect, useState } from 'react';
import { ChangedElsewhere, changeBuilding } from '../../api/save-changes.ts';
import type { TaggedBuilding } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { useDraft } from '../../parts/draft.tsx';
import type { ErrorText } from '../../parts/explain.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { type ChargeDraft, parseFieldPath, serializeCharges, withCodeFromName } from './charge-changes.ts';

/** Rows keep their identity while their codes are edited. The code of a saved charge does not follow its name. */
type ChargeTableRow = { readonly key: number; readonly charge: ChargeDraft; readonly saved: boolean };

/** The parts of a charge that have a field in the table; problems of other parts are listed below it. */
const shownParts = ['name', 'code', 'basis', 'meterType', 'unitPrice', 'vatRate'] as const;
type ShownPart = (typeof shownParts)[number];
/** What is wrong in the fields of a row. */
export type ChargeErrors = { readonly [P in ShownPart]?: ReactNode };

export type SavedCharges = TaggedBuilding['billing']['charges'];

type RowProblem = {
  readonly key: number | undefined;
  readonly part: string;
  readonly text: ErrorText;
  readonly shown: ReactNode;
};

let lastKey = 0;
const rowOf = (charge: ChargeDraft, saved: boolean): ChargeTableRow => ({ key: ++lastKey, charge, saved });

/** The rows of a building's charges with everything that can be done to them. */
export function useChargeRows(building: TaggedBuilding) {
  const [base, setBase] = useState(building);
  const saved = base.billing.charges;
  const [rows, setRows] = useState(() => saved.map((charge) => rowOf(charge, true)));
  const charges = rows.map(({ charge }) => charge);
  const [elsewhere, setElsewhere] = useState<readonly string[]>([]);
  const { problems, setProblems, save } = useSaveCharges(base, rows, {
    next: (latest) => {
      setBase(latest);
      setElsewhere([]);
      setRows((current) => current.map((row) => ({ ...row, saved: true })));
    },
    changedElsewhere: (latest) => {
      setElsewhere(changedNames(saved, latest.billing.charges));
      setBase(latest);
    },
  });
  const change = (key: number, written: ChargeDraft) => {
    const row = rows.find((chargeRow) => chargeRow.key === key);
    if (row === undefined) return;
    const others = new Set(rows.flatMap((other) => (other === row ? [] : [other.charge.code])));
    const charge = row.saved ? written : withCodeFromName(row.charge, written, others);
    setRows(rows.map((other) => (other === row ? { ...row, charge } : other)));
    setProblems(problems.filter((problem) => !isCorrected(problem, key, row.charge, charge)));
  };
  const remove = (key: number) => {
    setRows(rows.filter((row) => row.key !== key));
    setProblems(problems.filter((problem) => problem.key !== key && problem.part !== 'code'));
  };
  const changed = serializeCharges(charges) !== serializeCharges(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what others saved is shown while nothing was changed here.
  useEffect(() => {
    if (building.etag === base.etag || elsewhere.length > 0) return;
    const hasSame = serializeCharges(building.billing.charges) === serializeCharges(saved);
    if (hasSame || !changed) setBase(building);
    if (hasSame || changed) return;
    setRows(building.billing.charges.map((charge) => rowOf(charge, true)));
  }, [building.etag, changed]);
  const reset = () => {
    setRows(saved.map((charge) => rowOf(charge, true)));
    setProblems([]);
  };
  const { note, remove: forget } = useDraft({
    name: `charges ${building.id}`,
    values: rows,
    changed,
    restore: (kept) => setRows(kept.map((row) => rowOf(row.charge, row.saved))),
    discard: reset,
  });
  return {
    rows,
    charges,
    changed,
    /** Says that what was written earlier is shown again. */
    note,
    /** Deletes what is kept of unsaved changes. */
    forget,
    change,
    remove,
    add: (charge: ChargeDraft) => setRows([...rows, rowOf(charge, false)]),
    /** Charges that the service has added meanwhile. */
    append: (added: SavedCharges) => {
      setBase({ ...base, billing: { ...base.billing, charges: [...saved, ...added] } });
      setRows([...rows, ...added.map((charge) => rowOf(charge, true))]);
    },
    reset,
    save,
    /** The names of charges that somebody else changed meanwhile; saving again replaces what they wrote. */
    elsewhere,
    errorsOf: (key: number): ChargeErrors =>
      Object.fromEntries(problems.filter((item) => item.key === key).map(({ part, shown }) => [part, shown])),
    /** What has no field in the table. */
    otherProblems: problems.filter(({ key, part }) => key === undefined || !isShown(part)).map(({ text }) => text),
  };
}

/** Saves all charges of a building, and keeps what is wrong with them. */
function useSaveCharges(
  base: TaggedBuilding,
  rows: readonly ChargeTableRow[],
  { next, changedElsewhere }: Record<'next' | 'changedElsewhere', (latest: TaggedBuilding) => void>,
) {
  const { t } = useLanguage();
  const [problems, setProblems] = useState<readonly RowProblem[]>([]);
  const charges = rows.map(({ charge }) => charge);
  const save = useAction(
    () => {
      setProblems([]);
      return changeBuilding(base, { billing: { charges } }, ({ billing }) => billing.charges);
    },
    {
      done: t.buildings.saved,
      next,
      onFailure: (error) => {
        if (!(error instanceof ChangedElsewhere)) return false;
        changedElsewhere(error.latest);
        return true;
      },
      onProblems: (reported, fields, _codes, shown) =>
        setProblems(
          reported.map((errorText, index) => {
            const field = fields[index] ?? '';
            const { index: at = -1, part = '' } = parseFieldPath(field) ?? {};
            const text = { ...errorText, text: `${describeField(t, charges[at], part)}${errorText.text}` };
            return { key: rows[at]?.key, part, text, shown: shown[field] };
          }),
        ),
    },
  );
  const { isError, submittedAt } = save;
  useEffect(() => {
    if (isError && submittedAt > 0) document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus();
  }, [isError, submittedAt]);
  return { problems, setProblems, save };
}

/** The names of charges that two versions do not share. */
function changedNames(before: readonly ChargeDraft[], after: readonly ChargeDraft[]): string[] {
  const texts = (charges: readonly ChargeDraft[]) => new Set(charges.map((charge) => JSON.stringify(charge)));
  const [was, is] = [texts(before), texts(after)];
  const differing = [...before, ...after].filter(
    (charge) => !(was.has(JSON.stringify(charge)) && is.has(JSON.stringify(charge))),
  );
  return [...new Set(differing.map(({ name }) => name))];
}

function isShown(part: string): part is ShownPart {
  return shownParts.some((shownPart) => shownPart === part);
}

/**
 * Whether a change of a charge may have corrected a problem. A code that was there twice is corrected in either row.
 */
function isCorrected({ key, part }: RowProblem, changedKey: number, before: ChargeDraft, after: ChargeDraft): boolean {
  const textOf = (charge: ChargeDraft) =>
    JSON.stringify(part in charge ? charge[part as keyof ChargeDraft] : undefined);
  if (part === 'code' && before.code !== after.code) return true;
  if (part === 'unitPrice' && key === changedKey && before.costFrom !== after.costFrom) return true;
  return (
    key === changedKey && (textOf(before) !== textOf(after) || (part === 'apartments' && before.basis !== after.basis))
  );
}

/** Names the charge and the part of it that a problem is in. */
function describeField(t: Words, charge: ChargeDraft | undefined, part: string): string {
  if (charge === undefined) return '';
  const parts: Readonly<Record<string, string>> = t.charges.parts;
  return `${[charge.name || charge.code || t.charges.unnamed, parts[part]].filter(Boolean).join(', ')}: `;
}
