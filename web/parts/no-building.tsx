// Shown where a screen needs a building and there is none yet.
import type { ReactNode } from 'react';
import { useIsAllowed } from '../api/person.ts';
import { useLanguage } from '../words/language.tsx';
import { ButtonTo } from './link-to.tsx';
import { ReservedNote } from './reserved-note.tsx';
import { EmptyState } from './states.tsx';

export function NoBuilding({ children }: { readonly children?: ReactNode }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  return (
    <EmptyState icon="building" title={t.home.noBuildings}>
      {mayManage && <ButtonTo to="/buildings">{t.buildings.add}</ButtonTo>}
      <ReservedNote task="manage" />
      {children}
    </EmptyState>
  );
}
