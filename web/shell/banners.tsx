// Banners above every screen: there is no connection, or this is a test organization.
import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Suspense } from 'react';
import { usePerson } from '../api/person.ts';
import { useLanguage } from '../words/language.tsx';
import { lazyPart } from './lazy.ts';

const TestBannerText = lazyPart(async () => (await import('./test-banner.tsx')).TestBannerText);

export function OfflineBanner() {
  const { t } = useLanguage();
  if (useNetwork().online) return null;
  return (
    <Alert color="yellow" mb="md" role="status">
      {t.common.offline}
    </Alert>
  );
}

export function TestBanner() {
  return <Suspense fallback={null}>{usePerson().organization.test && <TestBannerText />}</Suspense>;
}
