// A failure on the screen: in the person's language, with the service's own sentence small below.
import { Alert, type AlertProps, List, Text } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { ApiProblem, type ValueProblem } from '../api/problem.ts';
import { lazyPart } from '../shell/lazy.ts';
import type { Words } from '../words/words.ts';
import { type ErrorText, explainError, explainInList, explainValue, hasValueProblems } from './explain.ts';
import { Icon } from './icons.tsx';

const ErrorLinks = lazyPart(async () => (await import('./error-links.tsx')).ErrorLinks);

function ErrorTextView({ error: { text, detail } }: { readonly error: ErrorText }) {
  return (
    <>
      {text}
      {detail && (
        <Text span display="block" fz="xs" c="dimmed" lang="en" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      )}
    </>
  );
}

export function ErrorTextList({ all }: { readonly all: readonly ErrorText[] }) {
  return (
    <List size="sm">
      {all.map((reported) => (
        <List.Item key={`${reported.text} ${reported.detail}`}>
          <ErrorTextView error={reported} />
        </List.Item>
      ))}
    </List>
  );
}

/** What is wrong with what was sent, announced to screen readers. Nothing while there are no problems. */
export function ProblemsAlert({
  problems,
  children,
  ...props
}: AlertProps & { readonly problems: readonly ErrorText[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert color="red" role="alert" icon={<Icon name="warning" />} {...props}>
      <ErrorTextList all={problems} />
      {children}
    </Alert>
  );
}

/** The maximum number of invalid values listed with a failure. */
const maxShown = 5;

/**
 * Why something failed: with the invalid values, or the way to remove the cause; if the service is at fault, with a
 * link to the request log.
 */
export function ErrorMessage({
  t,
  error,
  short = false,
}: {
  readonly t: Words;
  readonly error: unknown;
  /** Whether the invalid values are shown elsewhere. */
  readonly short?: boolean;
}) {
  const problem = error instanceof ApiProblem ? error : undefined;
  const values = problem && !short && hasValueProblems(problem) ? problem.problems.slice(0, maxShown) : [];
  return (
    <>
      <ErrorTextView error={explainError(t, error)} />
      {values.length > 0 && <ErrorTextList all={values.map((value) => explainInList(t, value))} />}
      <Suspense fallback={null}>{problem && <ErrorLinks problem={problem} />}</Suspense>
    </>
  );
}

/** The problem of each field of a form, for its inputs. */
export function fieldErrors(t: Words, problems: readonly ValueProblem[]): Record<string, ReactNode> {
  return Object.fromEntries(
    problems.map((problem) => [problem.field, <ErrorTextView key={problem.field} error={explainValue(t, problem)} />]),
  );
}
