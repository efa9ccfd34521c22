// What a person sees while their organization requires a second factor that this session lacks: setting one up, or
// giving it.
import { Anchor, Box, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { requestConfirmation } from '../api/confirmation.ts';
import { personQuery } from '../api/person.ts';
import { signOut } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { ActionFailure } from '../parts/action-button.tsx';
import { QueryContent } from '../parts/query-content.tsx';
import { SecondFactors } from '../screens/account/second-factors.tsx';
import { secondFactorsQuery } from '../screens/account/second-factors-query.ts';
import { useLanguage } from '../words/language.tsx';

export function SecondFactorGate() {
  const { t } = useLanguage();
  const client = useQueryClient();
  const factors = useQuery(secondFactorsQuery);
  const leave = useAction(signOut);
  const enter = () => client.invalidateQueries({ queryKey: personQuery.queryKey });
  const give = async () => {
    if (await requestConfirmation()) await enter();
  };
  return (
    <Box p="md" maw="48rem" mx="auto" component="main">
      <Stack>
        <Title order={1}>{t.secondStep.gateTitle}</Title>
        <QueryContent query={factors}>
          {({ factors: all }) =>
            all.length > 0 ? (
              <Stack align="flex-start">
                <Text>{t.secondStep.gateGive}</Text>
                <Button onClick={give}>{t.secondStep.next}</Button>
              </Stack>
            ) : (
              <Text>{t.secondStep.gateLead}</Text>
            )
          }
        </QueryContent>
        <SecondFactors finished={enter} />
        <Anchor component="button" type="button" onClick={() => leave.mutate(undefined)} style={{ alignSelf: 'start' }}>
          {t.secondStep.signOut}
        </Anchor>
        <ActionFailure action={leave} />
      </Stack>
    </Box>
  );
}
