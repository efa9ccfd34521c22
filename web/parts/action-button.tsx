// A button with its action: it waits while the action is under way, and what failed stands beside it.
import { Button, type ButtonProps, Text } from '@mantine/core';
import { type MouseEventHandler, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { useLanguage } from '../words/language.tsx';
import { ErrorMessage } from './error-message.tsx';
import { useIsOver, wasShown } from './page-failure.tsx';

/** An action, or another mutation; `addPlace` counts the places where its failure is shown. */
export type Action<Given = unknown> = {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly variables?: Given | undefined;
  readonly addPlace?: () => () => void;
};

type ActionButtonProps<Given> = ButtonProps & {
  readonly action: Action<Given>;
  /** What this button gives to the action, where several share it. */
  readonly of?: NoInfer<Given>;
  readonly type?: 'submit';
  readonly autoFocus?: boolean;
  readonly onClick?: MouseEventHandler;
  readonly children: ReactNode;
};

export function ActionButton<Given>({ action, of, ...button }: ActionButtonProps<Given>) {
  const isOwn = of === undefined || action.variables === of;
  return (
    <>
      <Button loading={action.isPending && isOwn} {...button} />
      {isOwn && <ActionFailure action={action} />}
    </>
  );
}

/** Why an action failed, for the place where it was asked for. Nothing while it has not. */
export function ActionFailure({ action: { error, addPlace } }: { readonly action: Action }) {
  useEffect(() => addPlace?.(), [addPlace]);
  const isOver = useIsOver(error);
  if (!error || isOver || wasShown(error)) return null;
  return <FailureText error={error} />;
}

/**
 * A failure that was just caused, which comes into sight. What stands beside the fields of the form is not said twice.
 */
function FailureText({ error }: { readonly error: unknown }) {
  const { t } = useLanguage();
  const ref = useRef<HTMLDivElement>(null);
  const [isBesideFields, setBesideFields] = useState(false);
  useEffect(() => {
    const form = ref.current?.closest('form');
    const shown = form?.querySelectorAll('[aria-invalid=true], [role=alert]').length ?? 0;
    const values = error instanceof ApiProblem ? error.problems.length : 0;
    setBesideFields(values > 0 && shown > values); // One of them is this text itself.
    const field = form?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (field) field.focus();
    else void ref.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <Text ref={ref} component="div" role="alert" className="haldur-failure" fz="sm" c="var(--mantine-color-error)">
      <ErrorMessage t={t} error={error} short={isBesideFields} />
    </Text>
  );
}
