// Says what somebody else saved while a form was open: what was typed is kept, and saved on the next click.
import { Alert, List } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';

export function ChangedElsewhereNote({ differences }: { readonly differences: readonly string[] }) {
  const { t } = useLanguage();
  if (differences.length === 0) return null;
  return (
    <Alert color="yellow" role="alert" mb="md" title={t.common.changedElsewhere}>
      <List size="sm">
        {differences.map((difference) => (
          <List.Item key={difference}>{difference}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
