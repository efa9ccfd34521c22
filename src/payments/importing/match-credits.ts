// Stage 5: the new credits become payments and find their invoices, a few thousand at a time in the file's order: load what they could mean, decide, apply.
// Each round reads the balances that the round before it left, so it makes no difference where one ends.
import type { Scope } from '../../platform/scope.ts';
import { applyDecisions } from './apply-decisions.ts';
import { type Decision, decideCredits, openLedger } from './decide-credits.ts';
import { type ImportRun, inTurns } from './import-run.ts';
import { loadCandidates } from './load-candidates.ts';
import { findCredits, learnPayers } from './staging-queries.ts';

const creditsOfRound = 2000;

/** Records and matches all new credits. */
export async function matchCredits(scope: Scope, run: ImportRun): Promise<void> {
  for (let after = 0; ; ) {
    const credits = await findCredits(scope, { after, limit: creditsOfRound });
    const last = credits.at(-1);
    if (last === undefined) break;
    const ledger = openLedger(await loadCandidates(scope, run.importId, credits));
    const decisions: Decision[] = [];
    for await (const part of inTurns(credits)) decisions.push(...decideCredits(part, ledger));
    await applyDecisions(scope, credits, decisions);
    after = last.place;
    run.progress({ linesDecided: after });
  }
  run.progress({ linesDecided: run.lines });
  await learnPayers(scope);
}
