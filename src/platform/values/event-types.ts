// The types of events, for the service, its documents and the console.

/** The event types of the specification (open point P-47). */
export const eventTypes = [
  'invoice.created',
  'invoice.sent',
  'invoice.paid',
  'invoice.overdue',
  'payment.received',
  'reading.submitted',
  'reading.confirmed',
  'maintenance.created',
  'maintenance.updated',
] as const;
export type EventType = (typeof eventTypes)[number];
