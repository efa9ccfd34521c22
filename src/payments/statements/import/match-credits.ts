// Stage 5: the new credits become payments and find their invoices, a thousand at a time in the file's order: load what they could mean, decide, apply.
// Each round reads the balances that the round before it left, so it makes no difference where one ends.
import type { Scope } from '../../../platform/db/scope.ts';
import { applyDecisions } from './apply-decisions.ts';
import { decideCredits, makeCandidateLedger } from './decide-credits.ts';
import { type ImportRun, inBackground, splitIntoTurns } from './import-run.ts';
import { loadCandidates } from './load-candidates.ts';
import { findCredits, rememberPayers } from './staging-queries.ts';

const creditsOfRound = 1000;

/** Records and matches all new credits. */
export async function matchCredits(scope: Scope, run: ImportRun): Promise<void> {
  for (let after = 0; ; ) {
    const credits = await findCredits(scope, { after, limit: creditsOfRound });
    const last = credits.at(-1);
    if (last === undefined) break;
    const ledger = makeCandidateLedger(await loadCandidates(scope, run.importId, credits));
    const applying: Promise<void>[] = [];
    for await (const part of splitIntoTurns(credits)) {
      const decisions = decideCredits(part, ledger);
      applying.push(inBackground(applyDecisions(scope, part, decisions))); // The database writes these while the next ones are decided.
    }
    await Promise.all(applying);
    after = last.place;
    run.progress({ linesDecided: after });
  }
  run.progress({ linesDecided: run.lines });
  await rememberPayers(scope);
}
