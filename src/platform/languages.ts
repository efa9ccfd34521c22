// Languages that the service writes to people in.

export const languages = ['et', 'en', 'lv', 'lt', 'ru'] as const;
export type Language = (typeof languages)[number];
