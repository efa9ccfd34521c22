// An action with a preview: a dry run shows the result and lists the problems, before the action itself runs.
import { type FormEvent, useState } from 'react';
import type { ErrorText } from '../parts/explain.ts';
import { useAction } from './use-action.ts';

/** Both runs of an action, and the problems of the last. A change of the input discards the preview. */
export function usePreviewedAction<Preview, Result>(
  dryRun: () => Promise<Preview>,
  run: () => Promise<Result>,
  options: { readonly done: (result: Result) => string; readonly next: () => void },
) {
  const [problems, setProblems] = useState<readonly ErrorText[]>([]);
  const preview = useAction(dryRun, { onProblems: setProblems });
  const action = useAction(run, { ...options, onProblems: setProblems });
  const discard = () => {
    preview.reset();
    setProblems([]);
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
