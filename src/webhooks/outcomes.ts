// Outcomes: what an attempt to deliver can come to, apart from what it takes to make one.

/** `dns`, `blocked_target`, `connect` and `tls` come before anything is sent; `protocol` is a broken connection or an answer that is not HTTP. */
const postErrors = ['dns', 'connect', 'tls', 'timeout', 'blocked_target', 'protocol'] as const;
export type PostError = (typeof postErrors)[number];

/** What an attempt can come to; http_status: the receiver answered, but not with 2xx. */
export const attemptOutcomes = ['delivered', 'http_status', ...postErrors] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];
