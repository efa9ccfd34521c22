// A suggested invoice for a payment, or payment for a return, and the button that matches them.
import { Button, Group, Kbd, Paper, Text } from '@mantine/core';
import { useLanguage } from '../../words/language.tsx';

export function Suggestion({
  name,
  about,
  why,
  label,
  match,
  busy,
  shortcut,
}: {
  readonly name: string;
  readonly about: readonly string[];
  /** The evidence for it. */
  readonly why?: string;
  /** That of the button. */
  readonly label: string;
  readonly match: () => void;
  readonly busy: boolean;
  /** For a suggestion: its key, from 1. */
  readonly shortcut?: number;
}) {
  const { t } = useLanguage();
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600}>{name}</Text>
          <Text fz="sm" c="dimmed">
            {about.join(' · ')}
          </Text>
          {why && <Text fz="sm">{t.payments.evidenceList({ reasons: why })}</Text>}
        </div>
        <Button
          size="xs"
          disabled={busy}
          onClick={match}
          rightSection={shortcut !== undefined && shortcut <= 9 ? <Kbd size="xs">{shortcut}</Kbd> : undefined}
        >
          {label}
        </Button>
      </Group>
    </Paper>
  );
}
