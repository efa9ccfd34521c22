// A note shown while there is no connection.
import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useLanguage } from '../words/language.tsx';

export function OfflineNote() {
  const { t } = useLanguage();
  if (useNetwork().online) return null;
  return (
    <Alert color="yellow" mb="md" role="status">
      {t.common.offline}
    </Alert>
  );
}
