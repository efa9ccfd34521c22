// Typical charges of an apartment association: chosen and priced in a list, and added all at once.
import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ConsoleBody, Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useVatWords } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Form } from '../../parts/form.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { parseFieldPath } from './charge-changes.ts';
import { unitOfPrice } from './charge-prices.ts';
import type { SavedCharges } from './charge-rows.ts';

type ProposedCharges = ConsoleBody<'/buildings/{id}/charge-templates'>['data'];
type ProposedCharge = ProposedCharges['charges'][number];
/** What a person entered for a proposed charge. */
type Choice = { readonly chosen: boolean; readonly price: number | '' };

/** The typical charges of a building, and the VAT rate of new ones. */
export function useProposedCharges(id: string, enabled = true) {
  return useQuery({
    queryKey: ['charge-templates', id],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/buildings/{id}/charge-templates', { params: { path: { id } } }))).data,
    enabled,
  });
}

export function ChargeTemplates({
  building,
  done,
}: {
  readonly building: Schemas['Building'];
  readonly done: (added: SavedCharges) => void;
}) {
  const proposed = useProposedCharges(building.id);
  return (
    <QueryContent query={proposed}>
      {(data) => <TemplateForm building={building} proposed={data} done={done} />}
    </QueryContent>
  );
}

function TemplateForm({
  building: { id, billing },
  proposed: { charges, vatRate },
  done,
}: {
  readonly building: Schemas['Building'];
  readonly proposed: ProposedCharges;
  readonly done: (added: SavedCharges) => void;
}) {
  const { t, format } = useLanguage();
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, ReactNode>>>({});
  const choiceOf = ({ template }: ProposedCharge): Choice => choices[template] ?? { chosen: false, price: '' };
  const chosen = charges.filter((charge) => choiceOf(charge).chosen);
  const choose = ({ template }: ProposedCharge, choice: Choice) => {
    setChoices({ ...choices, [template]: choice });
    const { [template]: _, ...others } = errors;
    setErrors(others);
  };
  const add = useAction(
    () => {
      const body = { charges: chosen.map((charge) => toAddedCharge(charge, choiceOf(charge).price)) };
      return unwrap(consoleApi.POST('/buildings/{id}/charges', { params: { path: { id } }, body }));
    },
    {
      done: ({ data }) => t.charges.templatesAdded({ count: data.charges.length }),
      next: ({ data }) => done(data.charges),
      onFields: (fields) =>
        setErrors(
          Object.fromEntries(
            Object.entries(fields).map(([field, error]) => [
              chosen[parseFieldPath(field)?.index ?? -1]?.template ?? '',
              error,
            ]),
          ),
        ),
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const unpriced = chosen.filter((charge) => charge.costFrom === null && choiceOf(charge).price === '');
    setErrors(Object.fromEntries(unpriced.map(({ template }) => [template, t.errors.problems.required])));
    const [first] = unpriced;
    if (first === undefined) add.mutate(undefined);
    else event.currentTarget.querySelector<HTMLElement>(`[name="${first.template}"]`)?.focus();
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text fz="sm">{t.charges.templatesLead}</Text>
        <Text fz="sm">
          {vatRate === 0 ? t.charges.templatesWithoutVat : t.charges.templatesVat({ rate: format.number(vatRate) })}
        </Text>
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {charges.map((charge) => (
            <TemplateRow
              key={charge.template}
              charge={charge}
              choice={choiceOf(charge)}
              choose={(choice) => choose(charge, choice)}
              currency={billing.currency}
              error={errors[charge.template]}
            />
          ))}
        </Stack>
        <ActionButton type="submit" action={add} disabled={chosen.length === 0}>
          {t.charges.addTemplates({ count: chosen.length })}
        </ActionButton>
      </Stack>
    </Form>
  );
}

function TemplateRow({
  charge: { template, name, basis, meterType, costFrom, vatRate, exists },
  choice,
  choose,
  currency,
  error,
}: {
  readonly charge: ProposedCharge;
  readonly choice: Choice;
  readonly choose: (choice: Choice) => void;
  readonly currency: string;
  readonly error: ReactNode;
}) {
  const { t, format } = useLanguage();
  const vat = useVatWords();
  const unit = unitOfPrice({ basis, meterType });
  const terms = [
    t.charges.bases[basis],
    costFrom !== null && t.charges.splitBill,
    vatRate > 0 && t.charges.vatOf({ rate: format.number(vatRate) }),
    exists && t.charges.exists,
  ];
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="xs">
      <Checkbox
        label={name}
        description={terms.filter(Boolean).join(' · ')}
        disabled={exists}
        checked={choice.chosen}
        onChange={(event) => choose({ ...choice, chosen: event.currentTarget.checked })}
        error={costFrom === null ? undefined : error}
        flex="1 1 14rem"
      />
      {costFrom === null && !exists && (
        <NumberField
          name={template}
          aria-label={`${vat.price}: ${name}`}
          placeholder={vat.price}
          w="15rem"
          decimals={6}
          min={0}
          currency={currency}
          per={unit && t.invoices.units[unit]}
          value={choice.price}
          onChange={(price) => choose({ chosen: choice.chosen || price !== '', price })}
          error={error}
        />
      )}
    </Group>
  );
}

function toAddedCharge({ name, basis, meterType, costFrom, billUnit, vatRate }: ProposedCharge, price: number | '') {
  return {
    ...{ name, basis, vatRate },
    ...(meterType !== undefined && { meterType }),
    ...(costFrom === null ? { unitPrice: Number(price) } : { costFrom, ...(billUnit !== undefined && { billUnit }) }),
  };
}
