// The generations that a person began and did not finish, each with the way back to it.
import { useBuildings } from '../../api/shared-queries.ts';
import { Begun } from '../../parts/begun-forms.tsx';
import { useKeptDrafts } from '../../parts/draft.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { useLanguage } from '../../words/language.tsx';

export function GenerationDrafts() {
  const { format } = useLanguage();
  const buildings = useBuildings().data ?? [];
  const drafts = useKeptDrafts('generation').flatMap((draft) => {
    const [buildingId, period = ''] = draft.split(' ');
    const building = buildings.find(({ id }) => id === buildingId);
    return building === undefined ? [] : [{ building, period }];
  });
  if (drafts.length === 0) return null;
  return (
    <Begun>
      {drafts.map(({ building: { id, name }, period }) => (
        <LinkTo
          key={`${id} ${period}`}
          to="/invoices/generate"
          search={{ buildingId: id, period }}
          c="inherit"
          underline="always"
        >
          {`${name}, ${format.month(`${period}-01`)}`}
        </LinkTo>
      ))}
    </Begun>
  );
}
