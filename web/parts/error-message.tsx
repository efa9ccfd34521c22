// A failure on the screen: in the person's language, with the service's own sentence small below.
import { Alert, type AlertProps, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personQuery } from '../api/person.ts';
import { ApiProblem, type ValueProblem } from '../api/problem.ts';
import { useLanguage } from '../words/language.tsx';
import type { Words } from '../words/words.ts';
import { type ErrorText, explainError, explainInList, explainValue, hasValueProblems } from './explain.ts';
import { Icon } from './icons.tsx';
import { LinkTo } from './link-to.tsx';
import { RequestLogLink } from './request-log-link.tsx';

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
      {problem && <FixLink code={problem.code} />}
      {problem?.requestId && problem.status >= 500 && <RequestLogLink requestId={problem.requestId} />}
    </>
  );
}

/** The way to where a person removes the cause of a failure. Nothing for a cause that is beside it. */
function FixLink({ code }: { readonly code: string }) {
  const { t } = useLanguage();
  const isOwner = useQuery({ ...personQuery, enabled: false }).data?.role === 'owner';
  const looks = { display: 'block', fz: 'inherit', c: 'inherit', underline: 'always' } as const;
  if (code === 'second_factor_missing')
    return (
      <LinkTo to="/account" {...looks}>
        {t.account.title}
      </LinkTo>
    );
  if (code !== 'e_invoice_incomplete' || !isOwner) return null;
  return (
    <LinkTo to="/settings/$part" params={{ part: 'organization' }} hash="sender-details" {...looks}>
      {t.sender.title}
    </LinkTo>
  );
}

/** The problem of each field of a form, for its inputs. */
export function fieldErrors(t: Words, problems: readonly ValueProblem[]): Record<string, ReactNode> {
  return Object.fromEntries(
    problems.map((problem) => [problem.field, <ErrorTextView key={problem.field} error={explainValue(t, problem)} />]),
  );
}
