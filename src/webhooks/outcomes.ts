// Outcomes: the possible results of a delivery attempt.

/**
 * `dns`, `blocked_target`, `connect` and `tls` occur before anything is sent; `protocol` is a broken connection or a
 * response that is not HTTP.
 */
const postErrors = ['dns', 'connect', 'tls', 'timeout', 'blocked_target', 'protocol'] as const;
export type PostError = (typeof postErrors)[number];

/** The outcomes; http_status: the receiver responded, but not with 2xx. */
export const attemptOutcomes = ['delivered', 'http_status', ...postErrors] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];
