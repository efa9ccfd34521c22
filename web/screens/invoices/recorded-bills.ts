// The suppliers' bills that are recorded for a building's month.
import { useQuery } from '@tanstack/react-query';
import { door, take } from '../../api/client.ts';
import { isNoMonth, lastDayOf } from './month.ts';

/** `found` is undefined where nothing is recorded for the month, 'YYYY-MM'. */
export function useRecordedBills(buildingId: string, month: string) {
  return useQuery({
    queryKey: ['bills', buildingId, month],
    enabled: !isNoMonth(month),
    queryFn: async () => {
      const query = { periodStart: `${month}-01`, periodEnd: lastDayOf(month) };
      const asked = door.GET('/buildings/{id}/supplier-bills', { params: { path: { id: buildingId }, query } });
      return { found: (await take(asked)).data[0] };
    },
  });
}
