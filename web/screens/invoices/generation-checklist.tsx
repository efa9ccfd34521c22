// The checklist of a generation: the gravest causes first, each with a count, a way to fix it, and all that it is
// about.
import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import type { Schemas } from '../../api/bodies.ts';
import { useLanguage } from '../../words/language.tsx';
import { CauseFix, ItemFix } from './check-fixes.tsx';
import { type Check, type CheckFormat, checkDetail, checkSubject, checkTitle, gravityColors } from './check-words.ts';

const gravities = ['blocks', 'leaves_out', 'money', 'review'] as const;
/** More are shown on request: the first of those with figures, of others none. */
const shownAtFirst = 5;

type ChecklistProps = {
  readonly building: Schemas['Building'];
  /** 'YYYY-MM' */
  readonly month: string;
  readonly checks: readonly Check[];
};

export function GenerationChecklist({ building, month, checks }: ChecklistProps) {
  const { t } = useLanguage();
  if (checks.length === 0) return <Text c="dimmed">{t.checks.none}</Text>;
  return (
    <Stack gap="lg">
      {gravities.map((gravity) => {
        const causes = checks.filter((check) => check.gravity === gravity);
        if (causes.length === 0) return null;
        return (
          <Stack key={gravity} gap="sm">
            <Title order={3} fz="md">
              {t.checks.gravities[gravity]}
            </Title>
            {causes.map((check) => (
              <Cause key={check.code} building={building} month={month} check={check} />
            ))}
          </Stack>
        );
      })}
    </Stack>
  );
}

function Cause({ building, month, check }: Omit<ChecklistProps, 'checks'> & { readonly check: Check }) {
  const { t, format } = useLanguage();
  const [all, { open }] = useDisclosure();
  const title = useId();
  const { code, gravity, items } = check;
  const { currency, charges } = building.billing;
  const chargeName = (code: string) => charges.find((charge) => charge.code === code)?.name ?? code;
  const words: CheckFormat = { t, format, currency, chargeName };
  const checked = { buildingId: building.id, month };
  const described = items
    .map((item) => ({ item, subject: checkSubject(item, words), detail: checkDetail(code, item, words) }))
    .filter(({ subject, detail }) => subject !== '' || detail !== '');
  const isShort = all || described.length <= shownAtFirst;
  const first = described.some(({ detail }) => detail !== '') ? described.slice(0, shownAtFirst) : [];
  const shown = isShort ? described : first;
  return (
    <section aria-labelledby={title}>
      <Group gap="xs">
        <Badge color={gravityColors[gravity]} variant="light">
          {format.number(items.length)}
        </Badge>
        <Text id={title} fw={600}>
          {checkTitle(t, code)}
        </Text>
        <CauseFix {...checked} check={check} />
        {!isShort && (
          <Anchor component="button" type="button" fz="sm" underline="always" onClick={open}>
            {t.checks.showAll({ count: described.length })}
          </Anchor>
        )}
      </Group>
      {shown.length > 0 && (
        <Stack component="ul" gap={2} mt={4} mb={0} pl="2.5rem">
          {shown.map(({ item, subject, detail }) => (
            <Text key={`${subject} ${detail} ${item.meterId}`} component="li" fz="sm" lh="1.75rem">
              <ItemFix {...checked} code={code} item={item}>
                {subject}
              </ItemFix>
              {subject !== '' && detail !== '' && ': '}
              {detail}
            </Text>
          ))}
        </Stack>
      )}
    </section>
  );
}
