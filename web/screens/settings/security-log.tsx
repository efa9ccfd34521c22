// The security log: who came in, who failed to, and what was changed in who may what.
import { door, take } from '../../api/client.ts';
import { after, usePages } from '../../api/pages.ts';
import { Card } from '../../parts/card.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';

export function SecurityLog() {
  const { t, format } = useLanguage();
  const log = usePages(['security-log'], (cursor) =>
    take(door.GET('/security-log', { params: { query: after(cursor, 50) } })),
  );
  const members = usePages(['members'], (cursor) =>
    take(door.GET('/members', { params: { query: after(cursor, 50) } })),
  );
  const names = new Map((members.data ?? []).map(({ id, name }) => [id, name]));
  return (
    <Card title={t.settings.parts.security} flush>
      <Listed
        query={log}
        none={<Empty icon="settings" title={t.settings.nothingHappened} />}
        label={t.settings.parts.security}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.settings.what,
            cell: ({ kind }) => t.settings.kinds[kind as keyof typeof t.settings.kinds] ?? kind,
          },
          { title: t.webhooks.at, cell: ({ at }) => format.instant(at) },
          {
            title: t.settings.who,
            cell: ({ actor }) => names.get(actor.id ?? '') ?? t.settings.actors[actor.kind],
          },
          { title: t.settings.address, cell: ({ address }) => address ?? t.common.none, wide: true },
        ]}
      />
    </Card>
  );
}
