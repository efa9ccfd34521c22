// What is told of a failure: the person's words, and small below them what the service said itself.
import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiProblem, type ValueProblem } from '../api/problem.ts';
import type { Words } from '../words/words.ts';
import { explain, explainInList, explainValue, isOfValues, type Told } from './explain.ts';

function ToldText({ told: { text, detail } }: { readonly told: Told }) {
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

export function ToldList({ all }: { readonly all: readonly Told[] }) {
  return (
    <List size="sm">
      {all.map((told) => (
        <List.Item key={`${told.text} ${told.detail}`}>
          <ToldText told={told} />
        </List.Item>
      ))}
    </List>
  );
}

/** So many wrong values are told beside a failure. */
const most = 5;

/** Why something failed, with the values that are wrong where it was those. */
export function Why({ t, error }: { readonly t: Words; readonly error: unknown }) {
  const values = error instanceof ApiProblem && isOfValues(error) ? error.problems.slice(0, most) : [];
  return (
    <>
      <ToldText told={explain(t, error)} />
      {values.length > 0 && <ToldList all={values.map((one) => explainInList(t, one))} />}
    </>
  );
}

/** What is wrong with each field of a form, for its inputs. */
export function fieldErrors(t: Words, problems: readonly ValueProblem[]): Record<string, ReactNode> {
  return Object.fromEntries(
    problems.map((one) => [one.field, <ToldText key={one.field} told={explainValue(t, one)} />]),
  );
}
