// Languages that the service writes to people in.

export const languages = ['et', 'en', 'lv', 'lt', 'ru'] as const;
export type Language = (typeof languages)[number];

/** How each language writes numbers and days. British, because the other English puts the month first. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', et: 'et', lv: 'lv', lt: 'lt', ru: 'ru' };
