// The person's own second factors.
import { queryOptions } from '@tanstack/react-query';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';

export type OwnSecondFactors = ConsoleBody<'/me/second-factors'>['data'];

export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: async () => (await unwrap(consoleApi.GET('/me/second-factors'))).data,
});
