// Records the new credits as payments and matches them, 1,000 at a time in file order: load candidates, decide, apply.
// Each round reads the balances left by the round before, so the round size does not change results.
import type { Scope } from '../../../platform/db/scope.ts';
import { splitIntoTurns } from '../../../platform/processes/steps.ts';
import { costOfEntry } from '../parse/statement-entry.ts';
import { applyDecisions } from './apply-decisions.ts';
import { type Decision, decideCredits, indexCandidates } from './decide-credits.ts';
import type { ImportRun } from './import-run.ts';
import { type LoadedOnce, loadCandidates } from './load-candidates.ts';
import { findCredits, rememberPayers, type StagedCredit } from './staging-queries.ts';

const creditsPerRound = 1000;

/** Records and matches all new credits. */
export async function matchCredits(scope: Scope, run: ImportRun): Promise<void> {
  const loaded: LoadedOnce = { manualPayments: new Map(), knownPayers: new Map() };
  for (let after = 0; ; ) {
    const credits = await findCredits(scope, { after, limit: creditsPerRound });
    const last = credits.at(-1);
    if (last === undefined) break;
    const index = indexCandidates(await loadCandidates(scope, run.importId, credits, loaded));
    const costOf = (credit: StagedCredit) => costOfEntry(credit) + index.largest;
    const decisions: Decision[] = [];
    for await (const part of splitIntoTurns(credits, costOf)) decisions.push(...decideCredits(part, index));
    await applyDecisions(scope, credits, decisions);
    after = last.entryNumber;
    run.progress({ linesDecided: after });
  }
  run.progress({ linesDecided: run.entries });
  await rememberPayers(scope);
}
