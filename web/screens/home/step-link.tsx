// The link of one of the first steps, which opens its form.
import type { ConsoleBody } from '../../api/bodies.ts';
import { useIsAllowed } from '../../api/person.ts';
import { LinkTo } from '../../parts/link-to.tsx';
import type { LinkedForm } from '../../parts/opened-by-link.ts';
import { ReservedNote } from '../../parts/reserved-note.tsx';
import { useLanguage } from '../../words/language.tsx';

export type FirstStepsBody = ConsoleBody<'/first-steps'>['data'];
type FirstStep = FirstStepsBody['steps'][number]['step'];

/** The link of a step, to its form; steps that need a building have none before there is one. */
export function StepLink({ step, buildingId }: { readonly step: FirstStep; readonly buildingId: string | undefined }) {
  const { t } = useLanguage();
  const isOwner = useIsAllowed('own');
  const children = t.home.stepNames[step];
  if (step === 'building')
    return (
      <LinkTo to="/buildings" hash={formOf.building}>
        {children}
      </LinkTo>
    );
  if (step === 'sender')
    return isOwner ? (
      <LinkTo to="/settings/$part" params={{ part: 'organization' }} hash={formOf.sender}>
        {children}
      </LinkTo>
    ) : (
      <span>
        {children} <ReservedNote task="own" span />
      </span>
    );
  if (buildingId === undefined) return <span>{children}</span>;
  if (step === 'meters')
    return (
      <LinkTo to="/readings" search={{ tab: 'meters', buildingId }} hash={formOf.meters}>
        {children}
      </LinkTo>
    );
  if (step === 'residents')
    return (
      <LinkTo to="/residents" search={{ tab: 'import', buildingId }}>
        {children}
      </LinkTo>
    );
  if (step === 'invoices')
    return (
      <LinkTo to="/invoices/generate" search={{ buildingId }}>
        {children}
      </LinkTo>
    );
  return (
    <LinkTo
      to="/buildings/$buildingId"
      params={{ buildingId }}
      search={{ tab: step === 'account' || step === 'building_sender' ? 'settings' : step }}
      hash={formOf[step]}
    >
      {children}
    </LinkTo>
  );
}

/** The form that a step opens on its page. */
const formOf = {
  building: 'new-building',
  sender: 'sender-details',
  apartments: 'paste-apartments',
  charges: 'typical-charges',
  account: 'bank-account',
  building_sender: 'building-sender',
  meters: 'import-meters',
} as const satisfies Record<string, LinkedForm>;
