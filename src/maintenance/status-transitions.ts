// The moves of a maintenance request between its statuses, as one table (contract P-48).

export const requestStatuses = ['new', 'in_progress', 'resolved', 'closed', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** What each status can become. Nobody's work makes a request new again; what turns out not to be mended is reopened; the end is the end. */
export const statusTransitions: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  new: ['in_progress', 'resolved', 'closed', 'cancelled'],
  in_progress: ['resolved', 'closed', 'cancelled'],
  resolved: ['closed', 'in_progress'],
  closed: [],
  cancelled: [],
};
