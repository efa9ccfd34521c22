// The names of files for bookkeeping.
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import { daysInName, fileNameOf } from '../platform/values/file-name.ts';
import type { Building } from './model.ts';

/** The beginning of the names of an organization's files: those of a test organization are recognised at sight. */
export function testPrefix({ isTest }: Pick<Scope, 'isTest'>): string {
  return isTest ? 'TEST-' : '';
}

type FileOfBuilding = {
  /** What the file is, in English: programs know it by this. */
  readonly file: string;
  readonly building: Pick<Building, 'name'>;
  readonly range: { readonly from?: Day | undefined; readonly to?: Day | undefined };
  readonly ending: string;
};

/** The name of a file about a building and a range of days: `ledger-kase-12-2026-10.csv`. */
export function buildingFileName(
  scope: Pick<Scope, 'isTest'>,
  { file, building, range: { from, to }, ending }: FileOfBuilding,
): string {
  const days = from === undefined || to === undefined ? (from ?? to ?? '') : daysInName({ from, to });
  return testPrefix(scope) + fileNameOf([file, building.name, days], ending);
}
