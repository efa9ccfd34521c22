// A link by which a resident asks about something: to the form of a new request, with its subject written already.
import type { ReactNode } from 'react';
import { usePerson } from '../../api/person.ts';
import { ButtonTo, LinkTo } from '../../parts/link-to.tsx';
import { useLanguage } from '../../words/language.tsx';
import {
  describeMeter,
  type EarlierReading,
  earlierText,
  type MeterBody,
  registerText,
} from '../meters/meter-words.ts';

/** The longest subject that the address of the form takes. */
const maxSubjectLength = 200;

/** The link; nothing for a person who does not live in the apartment. */
export function AskManager({
  about,
  text,
  apartmentId,
  isNext = false,
  children,
}: {
  /** The subject of the request. */
  readonly about: string;
  /** What it says already. */
  readonly text?: string;
  readonly apartmentId: string | null;
  /** Whether nothing else leads on: it is a button. */
  readonly isNext?: boolean;
  readonly children: ReactNode;
}) {
  const home = usePerson().apartments.find(({ id }) => id === apartmentId);
  if (home === undefined) return null;
  const search = { about: about.slice(0, maxSubjectLength), apartmentId: home.id, ...(text !== undefined && { text }) };
  return isNext ? (
    <ButtonTo to="/own/requests" search={search} size="md">
      {children}
    </ButtonTo>
  ) : (
    <LinkTo to="/own/requests" search={search} fz="sm">
      {children}
    </LinkTo>
  );
}

/** Asks about a value that is below the reading before it, which a resident cannot correct. */
export function AskAboutReading({
  meter,
  value,
  last,
  isNext,
}: {
  readonly meter: Pick<MeterBody, 'type' | 'serialNumber' | 'apartmentId' | 'unit' | 'decimals'>;
  readonly value: number;
  readonly last: EarlierReading;
  /** Whether the value was refused. */
  readonly isNext: boolean;
}) {
  const { t, format } = useLanguage();
  const { writeSubject, writeText, write } = t.enterReading;
  const figures = { value: registerText(format, value, meter), last: earlierText({ t, format }, last, meter) };
  return (
    <AskManager
      about={writeSubject({ meter: describeMeter(t, meter) })}
      text={writeText(figures)}
      apartmentId={meter.apartmentId}
      isNext={isNext}
    >
      {write}
    </AskManager>
  );
}
