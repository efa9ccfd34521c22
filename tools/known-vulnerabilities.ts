// How soon vulnerable and old components are updated, and which vulnerabilities are known and wait for their fix
// (docs/security.md, Dependencies).

/**
 * Days from when a vulnerability is known here until the component is updated, removed, or shown not to be affected.
 */
const daysToFix = { critical: 7, high: 14, moderate: 30, low: 90, info: 90 } as const;
type Severity = keyof typeof daysToFix;

/** Days after which `npm outdated` is read again, and what it lists is updated unless a newer version does harm. */
export const daysBetweenReviews = 90;
/** The day of the last time. */
export const lastReview = '2026-11-24';

/** A vulnerability that waits. `reason` says why it is not fixed at once, and what protects meanwhile. */
type KnownVulnerability = { readonly url: string; readonly knownSince: string; readonly reason: string };
export const knownVulnerabilities: readonly KnownVulnerability[] = [];

/** A vulnerability of a component, as the registry reports it. */
export type Advisory = {
  readonly component: string;
  readonly severity: Severity;
  readonly title: string;
  readonly url: string;
};

const dayMs = 24 * 3_600_000;
const daysFrom = (day: string, today: string) => Math.floor((Date.parse(today) - Date.parse(day)) / dayMs);

/**
 * What must be done now, one line each: what nobody has listed, what is overdue, and what is listed without being
 * reported any more.
 */
export function whatIsOverdue(
  advisories: readonly Advisory[],
  waiting: readonly KnownVulnerability[],
  today: string,
): string[] {
  const found = advisories.flatMap(({ component, severity, title, url }) => {
    const since = waiting.find((listed) => listed.url === url)?.knownSince;
    const line = `${severity}: ${component}: ${title} ${url}`;
    if (since === undefined)
      return [line, '  Update the component, or list it in tools/known-vulnerabilities.ts with the day of today.'];
    return daysFrom(since, today) > daysToFix[severity]
      ? [line, `  Known since ${since}, and at most ${daysToFix[severity]} days are allowed.`]
      : [];
  });
  const reported = new Set(advisories.map(({ url }) => url));
  const gone = waiting.filter(({ url }) => !reported.has(url));
  return [...found, ...gone.map(({ url }) => `${url} is fixed: take it out of tools/known-vulnerabilities.ts.`)];
}

/** Reports whether the versions of all components must be reviewed. */
export function isReviewDue(today: string, last: string = lastReview): boolean {
  return daysFrom(last, today) > daysBetweenReviews;
}
