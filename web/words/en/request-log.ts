// English words of the request log, and of API keys that reject unknown fields.

export const requestLog = {
  none: 'No requests found.',
  noneNext:
    'Requests of the last 14 days appear here a second after they were answered. Of residents, only failures are kept.',
  caller: 'API key or person',
  anyCaller: 'Any API key or person',
  request: 'Request',
  status: 'Result',
  anyStatus: 'Any result',
  classes: {
    '2xx': '2xx: success',
    '3xx': '3xx: not changed',
    '4xx': '4xx: rejected',
    '5xx': '5xx: service error',
  },
  searchPath: 'Path, ID or part of it',
  code: 'Error code',
  requestId: 'Request ID',
  from: 'From',
  to: 'To',
  duration: 'Duration',
  idempotencyKey: 'Idempotency key',
  ignored: 'Ignored fields',
  onlyIgnored: 'Only with ignored fields',
  filters: 'Filters',
  reset: 'Clear filters',
  details: 'Request details',
  show: 'Show in request log',
  strict: 'Reject unknown fields',
  strictLead:
    'Requests with mistyped fields or parameters are rejected. Otherwise these are ignored and appear in the request log.',
  changed: 'API key changed.',
};
