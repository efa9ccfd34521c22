// The languages in which the service writes to people.

export const languages = ['et', 'en', 'lv', 'lt', 'ru'] as const;
export type Language = (typeof languages)[number];

/** The locale of each language for numbers and days. British English, because American English puts the month first. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', et: 'et', lv: 'lv', lt: 'lt', ru: 'ru' };
