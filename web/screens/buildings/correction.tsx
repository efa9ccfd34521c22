// Correcting a closed period: what came late and why, a look at who would get what difference, and only then the corrections.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/use-action.ts';
import { door, type Schemas, take } from '../../api/client.ts';
import { useBuilding } from '../../api/reads.ts';
import { Card } from '../../parts/card.tsx';
import type { Told } from '../../parts/explain.ts';
import { LinkTo } from '../../parts/link-to.tsx';
import { Loaded } from '../../parts/query-content.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { ToldList } from '../../parts/error-message.tsx';
import { useLanguage } from '../../words/language.tsx';
import { type Correction, CorrectionResult } from './correction-result.tsx';
import { type LateBill, LateBills } from './late-bills.tsx';
import { type Period, periodName } from './period-name.ts';

export function CorrectionPage() {
  const { t } = useLanguage();
  const { buildingId } = useParams({ from: '/buildings/$buildingId/correction' });
  const { from, to } = useSearch({ from: '/buildings/$buildingId/correction' });
  const building = useBuilding(buildingId);
  return (
    <Loaded query={building}>
      {(data) =>
        from === undefined || to === undefined ? (
          <Page title={t.periods.correctPeriod}>
            <Empty icon="invoice" title={t.periods.noPeriod} />
          </Page>
        ) : (
          <Correcting building={data} period={{ periodStart: from, periodEnd: to }} />
        )
      }
    </Loaded>
  );
}

function Correcting({ building, period }: { readonly building: Schemas['Building']; readonly period: Period }) {
  const { t, format } = useLanguage();
  const navigate = useNavigate();
  const [bills, setBills] = useState<readonly LateBill[]>([]);
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<readonly Told[]>([]);
  const run = (dryRun: boolean) => async (): Promise<Correction> => {
    const body = { ...period, reason, bills: bills.map(written), dryRun };
    const params = { path: { id: building.id } };
    return (await take(door.POST('/buildings/{id}/corrections', { params, body }))).data;
  };
  const options = { onProblems: setProblems };
  const look = useAct(run(true), options);
  const make = useAct(run(false), {
    ...options,
    done: ({ created, corrected }) => t.periods.correctionsCreated({ count: created + corrected }),
    next: () => navigate({ to: '/invoices', search: { buildingId: building.id, status: 'draft' } }),
  });
  const forget = () => {
    look.reset();
    setProblems([]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    forget();
    look.mutate();
  };
  return (
    <Page
      title={t.periods.correctOf({ period: periodName(format, period) })}
      lead={
        <LinkTo to="/buildings/$buildingId" params={{ buildingId: building.id }} search={{ tab: 'bills' }}>
          {building.name}
        </LinkTo>
      }
    >
      <Text c="dimmed">{t.periods.correctLead}</Text>
      <form onSubmit={submit}>
        <Stack gap="lg">
          <Card title={t.periods.lateBills}>
            <LateBills
              building={building}
              bills={bills}
              change={(next) => {
                forget();
                setBills(next);
              }}
            />
          </Card>
          <Card>
            <Group align="flex-end">
              <TextInput
                label={t.meters.reason}
                description={t.meters.reasonHint}
                required
                maxLength={500}
                flex={1}
                miw="14rem"
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
              <Button type="submit" loading={look.isPending}>
                {t.periods.preview}
              </Button>
            </Group>
          </Card>
        </Stack>
      </form>
      {problems.length > 0 && (
        <Alert color="red" role="alert">
          <ToldList all={problems} />
        </Alert>
      )}
      {look.data && (
        <CorrectionResult
          building={building}
          correction={look.data}
          make={{ act: () => make.mutate(), isPending: make.isPending }}
        />
      )}
    </Page>
  );
}

/** What is left empty is not written. */
function written({ key: _, amount, supplier, number, date, charge }: LateBill) {
  return {
    charge,
    amount: Number(amount),
    ...(supplier && { supplier }),
    ...(number && { number }),
    ...(date && { date }),
  };
}
