// The import of residents from a CSV file: a dry run that shows each problem with its line, and the import only when there is none.
import { Alert, Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConsolePostBody } from '../../api/bodies.ts';
import { asForm, consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Card } from '../../parts/card.tsx';
import { ErrorTextList } from '../../parts/error-message.tsx';
import { type ErrorText, explainInList, fieldName } from '../../parts/explain.ts';
import { currentMonth, shiftMonth } from '../../parts/month.ts';
import { useLanguage } from '../../words/language.tsx';

type ResidentImportBody = ConsolePostBody<'/residents/import'>['data'];

export function ImportResidents() {
  const { t } = useLanguage();
  const [file, setFile] = useState<File>();
  const [since, setSince] = useState(() => `${shiftMonth(currentMonth(), -1)}-01`);
  const preview = useAction((chosen: File) => sendFile(chosen, since, true));
  const runImport = useAction((chosen: File) => sendFile(chosen, since, false), {
    done: ({ created, changed }) => t.residents.imported({ created, changed }),
    next: () => {
      preview.reset();
      setFile(undefined);
    },
  });
  const choose = (chosen: File | null) => {
    if (chosen === null) return;
    setFile(chosen);
    preview.mutate(chosen);
  };
  const report = preview.data;
  const reported = ({ line, column, code, message }: ResidentImportBody['problems'][number]): ErrorText => {
    const { text, detail } = explainInList(t, { field: '', code, message });
    const location = [t.residents.line({ line }), fieldName(t, column ?? '') ?? column].filter(Boolean).join(', ');
    return { text: `${location}: ${text}`, detail };
  };
  return (
    <Card title={t.residents.tabs.import}>
      <Stack align="flex-start">
        <Text>{t.residents.importLead}</Text>
        <TextInput
          type="date"
          label={t.residents.importSince}
          description={t.residents.importSinceHint}
          required
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <Group>
          <FileButton onChange={choose} accept=".csv,.txt">
            {(props) => (
              <Button {...props} variant="default" loading={preview.isPending}>
                {t.payments.choose}
              </Button>
            )}
          </FileButton>
          {file && <Text c="dimmed">{file.name}</Text>}
        </Group>
        {report && (
          <Text role="status">
            {t.residents.importFound({ rows: report.rows, created: report.created, changed: report.changed })}
          </Text>
        )}
        {report && report.problems.length > 0 && (
          <Alert color="red" role="alert">
            <ErrorTextList all={report.problems.slice(0, 50).map(reported)} />
          </Alert>
        )}
        {report && file && report.problems.length === 0 && (
          <Button loading={runImport.isPending} onClick={() => runImport.mutate(file)}>
            {t.residents.import}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

async function sendFile(file: File, since: string, dryRun: boolean): Promise<ResidentImportBody> {
  const request = consoleApi.POST('/residents/import', {
    params: { query: { dryRun, ...(since !== '' && { since }) } },
    ...asForm(file),
  });
  return (await unwrap(request)).data;
}
