// An action with a preview: a dry run shows the result and lists the problems, before the action itself runs.
import type { FormEvent } from 'react';
import { explainInList } from '../parts/explain.ts';
import { useLanguage } from '../words/language.tsx';
import { ApiProblem } from './problem.ts';
import { useAction } from './use-action.ts';

/** Both runs of an action, and the problems of the last. A change of the input discards the preview. */
export function usePreviewedAction<Preview, Result>(
  dryRun: () => Promise<Preview>,
  run: () => Promise<Result>,
  options: { readonly done: (result: Result) => string; readonly next: () => void },
) {
  const { t } = useLanguage();
  const areListed = { onProblems: () => undefined };
  const preview = useAction(dryRun, areListed);
  const action = useAction(run, { ...options, ...areListed });
  const problems = [preview.error, action.error].flatMap((error) =>
    error instanceof ApiProblem ? error.problems.map((problem) => explainInList(t, problem)) : [],
  );
  const discard = () => {
    preview.reset();
    action.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    discard();
    preview.mutate(undefined);
  };
  return {
    preview,
    problems,
    discard,
    submit,
    make: { ...action, act: () => action.mutate(undefined) },
  };
}
