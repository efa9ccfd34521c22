// The supplier bills that are recorded for a building's month.
import { useQuery } from '@tanstack/react-query';
import { consoleApi, unwrap } from '../../api/client.ts';
import { periodOf } from './months.ts';

/** `found` is undefined where nothing is recorded for the month, 'YYYY-MM'. */
export function useRecordedBills(buildingId: string, month: string) {
  return useQuery({
    queryKey: ['bills', buildingId, month],
    queryFn: async () => {
      const query = periodOf(month);
      const request = consoleApi.GET('/buildings/{id}/supplier-bills', { params: { path: { id: buildingId }, query } });
      return { found: (await unwrap(request)).data[0] };
    },
  });
}
