// The proof of the audit log: the newest checkpoint to note, and the verification, step by step.
import { Alert, Button, Code, CopyButton, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Form } from '../../parts/form.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';

type VerificationStep = ConsoleBody<'/audit-log/verification'>['data'];
type Verified = Pick<VerificationStep, 'entries' | 'problems' | 'checkpoint'>;

/** After so many problems the verification stops: the list says enough. */
const maxShownProblems = 100;
const checkpointForm = /^[1-9][0-9]{0,14}-[0-9a-f]{64}$/;

export function AuditProof() {
  const { t, format } = useLanguage();
  const words = t.auditLog;
  const chain = useQuery({
    queryKey: ['audit-chain'],
    queryFn: async () => (await unwrap(consoleApi.GET('/audit-log/chain'))).data,
  });
  return (
    <Stack>
      <Text c="dimmed">{words.proofLead}</Text>
      <QueryContent query={chain}>
        {({ checkpoint, chainedUntil, waiting }) => (
          <div>
            <Text fz="sm" c="dimmed">
              {words.checkpoint}
              {chainedUntil && `, ${format.instant(chainedUntil)}`}
            </Text>
            {checkpoint === null ? <Text>{words.noCheckpoint}</Text> : <Checkpoint text={checkpoint} />}
            <Text fz="sm">{words.waiting({ count: waiting })}</Text>
          </div>
        )}
      </QueryContent>
      <Verification />
    </Stack>
  );
}

function Checkpoint({ text }: { readonly text: string }) {
  const { t } = useLanguage();
  return (
    <>
      <Group gap="xs">
        <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? t.settings.copied : t.settings.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text fz="sm" c="dimmed">
        {t.auditLog.checkpointLead}
      </Text>
    </>
  );
}

function Verification() {
  const { t } = useLanguage();
  const words = t.auditLog;
  const [noted, setNoted] = useState('');
  const [compared, setCompared] = useState(0);
  const verify = useMutation({ mutationFn: () => verifyAll(noted.trim(), setCompared) });
  const isInvalid = noted.trim() !== '' && !checkpointForm.test(noted.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setCompared(0);
    verify.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <Stack align="flex-start">
        <TextInput
          label={words.noted}
          w="100%"
          maxLength={90}
          value={noted}
          error={isInvalid && words.notedInvalid}
          onChange={(event) => setNoted(event.currentTarget.value)}
        />
        <ActionButton type="submit" variant="default" action={verify} disabled={isInvalid}>
          {words.verify}
        </ActionButton>
        <div role="status">
          {verify.isPending && <Text fz="sm">{words.verifying({ count: compared })}</Text>}
          {verify.data && !verify.isPending && <VerificationResult verified={verify.data} />}
        </div>
      </Stack>
    </Form>
  );
}

/** Verifies one step after the other. */
async function verifyAll(noted: string, onProgress: (entries: number) => void): Promise<Verified> {
  const checkpoint = noted === '' ? {} : { checkpoint: noted };
  let verified: Verified = { entries: 0, problems: [] };
  for (let after: number | null = 0; after !== null && verified.problems.length < maxShownProblems; ) {
    const query: { after: number; checkpoint?: string } = { after, ...(after === 0 && checkpoint) };
    const step: VerificationStep = (await unwrap(consoleApi.GET('/audit-log/verification', { params: { query } })))
      .data;
    verified = {
      ...verified,
      ...(step.checkpoint && { checkpoint: step.checkpoint }),
      entries: verified.entries + step.entries,
      problems: [...verified.problems, ...step.problems],
    };
    onProgress(verified.entries);
    after = step.next;
  }
  return verified;
}

function VerificationResult({ verified: { entries, problems, checkpoint } }: { readonly verified: Verified }) {
  const { t, format } = useLanguage();
  const words = t.auditLog;
  const shown = problems.slice(0, maxShownProblems);
  return (
    <Stack gap="xs">
      {problems.length === 0 ? (
        <Alert color="pine">{words.verified({ count: entries })}</Alert>
      ) : (
        <Alert color="red" title={words.broken({ count: problems.length })}>
          <List>
            {shown.map(({ kind, link, entryId, entryAt }) => (
              <List.Item key={`${kind} ${link} ${entryId}`} style={{ overflowWrap: 'anywhere' }}>
                {[words.problems[kind], entryAt && format.instant(entryAt), entryId, words.link({ number: link })]
                  .filter(Boolean)
                  .join(' · ')}
              </List.Item>
            ))}
          </List>
          {problems.length >= maxShownProblems && <Text mt="xs">{words.more}</Text>}
        </Alert>
      )}
      {checkpoint && (
        <Alert color={checkpoint === 'contradicted' ? 'red' : checkpoint === 'confirmed' ? 'pine' : 'yellow'}>
          {words.results[checkpoint]}
        </Alert>
      )}
    </Stack>
  );
}
