// The number of an apartment, as a link to its page.
import { useLanguage } from '../words/language.tsx';
import { LinkTo } from './link-to.tsx';

export function ApartmentLink({
  buildingId,
  apartmentId,
  number,
  strong = false,
  inText = false,
}: {
  readonly buildingId: string;
  readonly apartmentId: string;
  /** Undefined while it is loaded, and for a deleted apartment. */
  readonly number: string | undefined;
  /** It names its row. */
  readonly strong?: boolean;
  /** Other text is beside it, so it is underlined. */
  readonly inText?: boolean;
}) {
  const { t } = useLanguage();
  if (number === undefined) return t.common.none;
  return (
    <LinkTo
      to="/buildings/$buildingId/apartments/$apartmentId"
      params={{ buildingId, apartmentId }}
      {...(strong && { fw: 600 })}
      {...(inText && { underline: 'always' as const })}
    >
      {number}
    </LinkTo>
  );
}
