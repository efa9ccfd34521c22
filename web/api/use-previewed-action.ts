// An action with a preview: a dry run shows the result and lists the problems, before the action itself runs.
import { type FormEvent, useState } from 'react';
import type { ErrorText } from '../parts/explain.ts';
import { useAction } from './use-action.ts';

/** Both runs of an action, and the problems of the last. A change of the input discards the preview. */
export function usePreviewedAction<Result>(
  run: (dryRun: boolean) => Promise<Result>,
  options: { readonly done: (result: Result) => string; readonly next: () => void },
) {
  const [problems, setProblems] = useState<readonly ErrorText[]>([]);
  const preview = useAction(() => run(true), { onProblems: setProblems });
  const action = useAction(() => run(false), { ...options, onProblems: setProblems });
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
    make: { act: () => action.mutate(undefined), isPending: action.isPending },
  };
}
