// The open amounts and prepayments of today, by apartment and payer.
import { useQuery } from '@tanstack/react-query';
import { consoleApi, unwrap } from '../../api/client.ts';

/** Of a building, or of all. */
export function useAging(buildingId: string | undefined) {
  return useQuery({
    queryKey: ['aging', buildingId],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/aging', { params: { query: buildingId ? { buildingId } : {} } }))).data,
  });
}
