// Recovery codes, shown once: to copy, or to save as a file.
import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useLanguage } from '../../words/language.tsx';

export function RecoveryCodes({ codes, done }: { readonly codes: readonly string[]; readonly done: () => void }) {
  const { t } = useLanguage();
  const text = codes.join('\n');
  const save = () => {
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = 'haldur-recovery-codes.txt';
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <Stack>
      <Text>{t.secondFactors.codesLead}</Text>
      <Code block>{text}</Code>
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} data-autofocus>
              {copied ? t.settings.copied : t.settings.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={save}>
          {t.secondFactors.saveCodes}
        </Button>
        <Button onClick={done}>{t.secondFactors.codesStored}</Button>
      </Group>
    </Stack>
  );
}
