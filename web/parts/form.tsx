// A form whose empty and wrong fields say so in the console's words, below the field, instead of in a bubble of the
// browser in its own language.
import { Input } from '@mantine/core';
import { type ComponentProps, type SubmitEvent, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLanguage } from '../words/language.tsx';
import type { Words } from '../words/words.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;
type Problem = keyof Words['errors']['problems'];
type Fault = { readonly field: Field; readonly problem: Problem };

export function Form({ onSubmit, children, ...props }: ComponentProps<'form'>) {
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const found = findFaults(event.currentTarget);
    setFaults(found);
    if (found.length === 0) return onSubmit?.(event);
    event.preventDefault();
    found[0]?.field.focus();
  };
  const forgetMended = () => {
    const left = faults.filter(({ field, problem }) => problemOf(field) === problem);
    if (left.length < faults.length) setFaults(left);
  };
  useEffect(forgetMended); // What is chosen from a list raises no event.
  return (
    <form {...props} noValidate onSubmit={submit} onInput={forgetMended}>
      {children}
      {faults.map((fault, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fault has no other name, and no state.
        <FaultText key={index} fault={fault} />
      ))}
    </form>
  );
}

function FaultText({ fault: { field, problem } }: { readonly fault: Fault }) {
  const { t } = useLanguage();
  const id = useId();
  useEffect(() => {
    const described = field.getAttribute('aria-describedby');
    const input = field.closest('.mantine-Input-wrapper');
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', [described, id].filter(Boolean).join(' '));
    input?.setAttribute('data-error', 'true');
    return () => {
      field.removeAttribute('aria-invalid');
      input?.removeAttribute('data-error');
      if (described === null) field.removeAttribute('aria-describedby');
      else field.setAttribute('aria-describedby', described);
    };
  }, [field, id]);
  const wrapper = field.closest('.mantine-InputWrapper-root, .mantine-Checkbox-root') ?? field.parentElement;
  return wrapper && createPortal(<Input.Error id={id}>{t.errors.problems[problem]}</Input.Error>, wrapper);
}

function findFaults(form: HTMLFormElement): Fault[] {
  return [...form.elements].flatMap((field) => {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return [];
    const problem = problemOf(field);
    return problem === undefined ? [] : [{ field, problem }];
  });
}

/** What is wrong with a field. Browsers do not look at one that is chosen from a list: it is read-only. */
function problemOf(field: Field): Problem | undefined {
  const { validity, type, required, readOnly, value, disabled } = field;
  if (disabled) return undefined;
  if (validity.valueMissing || (required && readOnly && value === '')) return 'required';
  if (validity.valid) return undefined;
  if (validity.typeMismatch && type === 'email') return 'invalid_email';
  if (validity.typeMismatch && type === 'url') return 'invalid_url';
  if (validity.rangeUnderflow || validity.rangeOverflow) return 'out_of_range';
  if (validity.tooShort || validity.tooLong) return 'wrong_length';
  return 'invalid_format';
}
