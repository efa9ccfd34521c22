// A secret that is shown once, with a button that copies it.
import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';

/** Shows a secret in a dialog. */
export function showSecretOnce(t: Words, title: string, secret: string): void {
  modals.open({
    title,
    size: 'lg',
    closeButtonProps: { 'aria-label': t.common.close },
    children: <Secret secret={secret} />,
  });
}

function Secret({ secret }: { readonly secret: string }) {
  const { t } = useLanguage();
  return (
    <Stack>
      <Text>{t.settings.shownOnce}</Text>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {secret}
      </Code>
      <Group>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button onClick={copy} data-autofocus>
              {copied ? t.settings.copied : t.settings.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
