// The status transitions of a maintenance request, as one table (open point P-48).

export const requestStatuses = ['new', 'in_progress', 'resolved', 'closed', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** The allowed next statuses. Nothing becomes new again; an unfixed request is reopened; closed is final. */
export const statusTransitions: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  new: ['in_progress', 'resolved', 'closed', 'cancelled'],
  in_progress: ['resolved', 'closed', 'cancelled'],
  resolved: ['closed', 'in_progress'],
  closed: [],
  cancelled: [],
};
