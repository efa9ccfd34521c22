// How long an organization may keep what no law keeps: the settings with their defaults and bounds. The console shows
// them too.

/** The settings with their defaults and bounds, which the table retention_settings checks too. */
export const retentionRules = {
  mailDays: { initial: 90, least: 30, most: 365 },
  invitationDays: { initial: 90, least: 7, most: 365 },
  securityLogDays: { initial: 365, least: 180, most: 1095 },
  /** Three years: the limitation period of claims (Tsiviilseadustiku üldosa seadus § 146). */
  readingPhotoMonths: { initial: 36, least: 12, most: 120 },
  maintenanceMonths: { initial: 36, least: 12, most: 120 },
  /** Seven years at least (Raamatupidamise seadus § 12). */
  booksYears: { initial: 7, least: 7, most: 15 },
  financialYearEndMonth: { initial: 12, least: 1, most: 12 },
} as const;
export type RetentionSettings = { readonly [K in keyof typeof retentionRules]: number };
