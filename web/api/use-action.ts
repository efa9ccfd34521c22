// Actions: afterwards everything on the screen is read again. A success is notified; a failure stands beside the button
// or form of the action (action-button.tsx).
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef } from 'react';
import { fieldErrors } from '../parts/error-message.tsx';
import { type ErrorText, explainError, explainInList } from '../parts/explain.ts';
import { showSuccess } from '../parts/notifications.ts';
import { noteShown, showOnPage } from '../parts/page-failure.tsx';
import { useLanguage } from '../words/language.tsx';
import { ApiProblem } from './problem.ts';

type ActionOptions<Result> = {
  /** The notification of success. */
  readonly done?: string | ((result: Result) => string | undefined);
  readonly next?: (result: Result) => void;
  /** The code of a response that the person asked for, such as a cancellation: it is shown without alarm. */
  readonly expectedCode?: string;
  /**
   * Receives all problems, where a screen lists them, each with its path in the request and its code, and the texts
   * beside fields by path; other failures are shown as usual.
   */
  readonly onProblems?: (
    problems: readonly ErrorText[],
    fields: readonly string[],
    codes: readonly string[],
    texts: Readonly<Record<string, ReactNode>>,
  ) => void;
  /** Receives a failure first; true: it has been shown. */
  readonly onFailure?: (error: unknown) => boolean;
  /** Receives the problems of single fields, where a form shows them beside the fields, too. */
  readonly onFields?: (fields: Record<string, ReactNode>) => void;
};

/** An action of the service: `act.mutate(given)`. Its failure needs a place: an `ActionButton`, or `ActionFailure`. */
export function useAction<Given, Result>(work: (given: Given) => Promise<Result>, options: ActionOptions<Result> = {}) {
  const client = useQueryClient();
  const { t } = useLanguage();
  const [places, addPlace] = usePlaces();
  const refetch = () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  const mutation = useMutation({
    mutationFn: work,
    onMutate: () => showOnPage(undefined),
    onSuccess: (result) => {
      const { done, next } = options;
      const text = typeof done === 'function' ? done(result) : done;
      if (text !== undefined) void showSuccess(t, text);
      next?.(result);
      return refetch();
    },
    onError: (error) => {
      const problems = error instanceof ApiProblem ? error.problems : [];
      if (options.onFailure?.(error)) {
        noteShown(error);
        return refetch();
      }
      if (options.onProblems && problems.length > 0) {
        noteShown(error);
        return options.onProblems(
          problems.map((problem) => explainInList(t, problem)),
          problems.map(({ field }) => field),
          problems.map(({ code }) => code),
          fieldErrors(t, problems),
        );
      }
      if (options.onFields && problems.length > 0) options.onFields(fieldErrors(t, problems));
      if (error instanceof ApiProblem && error.code === options.expectedCode) {
        noteShown(error);
        void showSuccess(t, explainError(t, error).text);
      } else if (places.current === 0) showOnPage(error);
      if (error instanceof ApiProblem && mayBeStale(error)) refetch();
    },
  });
  return { ...mutation, addPlace };
}

/** How many places on the screen show the failure of an action, and the function that counts one. */
function usePlaces() {
  const places = useRef(0);
  const addPlace = useCallback(() => {
    places.current += 1;
    return () => {
      places.current -= 1;
    };
  }, []);
  return [places, addPlace] as const;
}

/** Whether the screen may be out of date, or the result of the action is unknown. */
function mayBeStale({ status, code }: ApiProblem): boolean {
  return status === 404 || status === 409 || code === 'timeout' || code === 'unreachable';
}
