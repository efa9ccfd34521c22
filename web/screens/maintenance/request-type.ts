// Maintenance requests as the console's door gives them.
import type { ConsoleSchemas } from '../../api/client.ts';

export type MaintenanceRequestSummary = ConsoleSchemas['MaintenanceRequest'];
/** Where a request can go from each status; the service holds to the same. */
export const allowedTransitions: Readonly<
  Record<MaintenanceRequestSummary['status'], readonly MaintenanceRequestSummary['status'][]>
> = {
  new: ['in_progress', 'resolved', 'closed', 'cancelled'],
  in_progress: ['resolved', 'closed', 'cancelled'],
  resolved: ['closed', 'in_progress'],
  closed: [],
  cancelled: [],
};
export const requestStatuses = ['new', 'in_progress', 'resolved', 'closed', 'cancelled'] as const;
