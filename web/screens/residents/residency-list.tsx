// A person's apartments with their days, in the form of the person.
import { Button, Group, Stack, Text } from '@mantine/core';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { useLanguage } from '../../words/language.tsx';
import { editLabel, type ResidencyBody, residencyDays } from './residency.ts';

export function ResidencyList({
  residencies,
  edit,
}: {
  readonly residencies: readonly ResidencyBody[];
  readonly edit: (residency: ResidencyBody) => void;
}) {
  const { t, format } = useLanguage();
  if (residencies.length === 0) return null;
  return (
    <Stack gap={4} component="section" aria-label={t.moves.residencies}>
      <Text fz="sm" fw={500}>
        {t.moves.residencies}
      </Text>
      {residencies.map((residency) => (
        <Group key={residency.id} justify="space-between" wrap="nowrap">
          <Text>
            <ApartmentLink {...residency} strong inText />
            {` · ${t.residents.roles[residency.role]} · `}
            {residencyDays(t, format, residency)}
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${editLabel(t, residency)}: ${t.apartmentPage.title({ number: residency.number })}`}
            onClick={() => edit(residency)}
          >
            {editLabel(t, residency)}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
