// The types of maintenance requests in the console API.
import type { ConsoleSchemas } from '../../api/bodies.ts';

export type MaintenanceRequestSummary = ConsoleSchemas['MaintenanceRequest'];
/** The permitted changes of status; the service enforces the same. */
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
