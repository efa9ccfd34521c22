// A failure on the screen: in the person's language, with the service's own sentence small below.
import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiProblem, type ValueProblem } from '../api/problem.ts';
import type { Words } from '../words/words.ts';
import { type ErrorText, explainError, explainInList, explainValue, hasValueProblems } from './explain.ts';

function ErrorTextView({ told: { text, detail } }: { readonly told: ErrorText }) {
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
          <ErrorTextView told={reported} />
        </List.Item>
      ))}
    </List>
  );
}

/** The maximum number of invalid values listed with a failure. */
const maxShown = 5;

/** Why something failed, with the invalid values if there are any. */
export function ErrorMessage({ t, error }: { readonly t: Words; readonly error: unknown }) {
  const values = error instanceof ApiProblem && hasValueProblems(error) ? error.problems.slice(0, maxShown) : [];
  return (
    <>
      <ErrorTextView told={explainError(t, error)} />
      {values.length > 0 && <ErrorTextList all={values.map((value) => explainInList(t, value))} />}
    </>
  );
}

/** The problem of each field of a form, for its inputs. */
export function fieldErrors(t: Words, problems: readonly ValueProblem[]): Record<string, ReactNode> {
  return Object.fromEntries(
    problems.map((problem) => [problem.field, <ErrorTextView key={problem.field} told={explainValue(t, problem)} />]),
  );
}
