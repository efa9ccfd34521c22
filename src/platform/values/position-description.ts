// A position's description for its reader. Typical charges have names in every language.
import { isDay } from './dates.ts';
import type { Language } from './languages.ts';

/** The names of typical charges, proposed (properties/charge-templates.ts) or not. */
export const chargeNames = {
  administration: {
    et: 'Haldus',
    en: 'Administration',
    lv: 'Apsaimniekošana',
    lt: 'Administravimas',
    ru: 'Управление',
  },
  maintenance: {
    et: 'Hooldus ja heakord',
    en: 'Maintenance and cleaning',
    lv: 'Uzturēšana un uzkopšana',
    lt: 'Priežiūra ir valymas',
    ru: 'Обслуживание и уборка',
  },
  repair_fund: {
    et: 'Remondifond',
    en: 'Repair fund',
    lv: 'Uzkrājumu fonds',
    lt: 'Kaupiamosios lėšos',
    ru: 'Ремонтный фонд',
  },
  heating: { et: 'Küte', en: 'Heating', lv: 'Apkure', lt: 'Šildymas', ru: 'Отопление' },
  cold_water: { et: 'Külm vesi', en: 'Cold water', lv: 'Aukstais ūdens', lt: 'Šaltas vanduo', ru: 'Холодная вода' },
  cold_water_remainder: {
    et: 'Üldvesi, külm',
    en: 'Cold water, difference',
    lv: 'Aukstā ūdens starpība',
    lt: 'Šalto vandens skirtumas',
    ru: 'Холодная вода, разница',
  },
  hot_water: { et: 'Soe vesi', en: 'Hot water', lv: 'Karstais ūdens', lt: 'Karštas vanduo', ru: 'Горячая вода' },
  hot_water_remainder: {
    et: 'Üldvesi, soe',
    en: 'Hot water, difference',
    lv: 'Karstā ūdens starpība',
    lt: 'Karšto vandens skirtumas',
    ru: 'Горячая вода, разница',
  },
  common_electricity: {
    et: 'Üldelekter',
    en: 'Common electricity',
    lv: 'Koplietošanas elektrība',
    lt: 'Bendra elektra',
    ru: 'Общее электричество',
  },
  waste: {
    et: 'Prügivedu',
    en: 'Waste collection',
    lv: 'Atkritumu izvešana',
    lt: 'Atliekų išvežimas',
    ru: 'Вывоз мусора',
  },
  water: { et: 'Vesi', en: 'Water', lv: 'Ūdens', lt: 'Vanduo', ru: 'Вода' },
  common_water: {
    et: 'Üldvesi',
    en: 'Common water',
    lv: 'Koplietošanas ūdens',
    lt: 'Bendras vanduo',
    ru: 'Общая вода',
  },
  upkeep: { et: 'Hooldus', en: 'Maintenance', lv: 'Uzturēšana', lt: 'Priežiūra', ru: 'Обслуживание' },
  lift: { et: 'Lift', en: 'Lift', lv: 'Lifts', lt: 'Liftas', ru: 'Лифт' },
  intercom: { et: 'Fonolukk', en: 'Intercom', lv: 'Domofons', lt: 'Telefonspynė', ru: 'Домофон' },
  insurance: { et: 'Kindlustus', en: 'Insurance', lv: 'Apdrošināšana', lt: 'Draudimas', ru: 'Страхование' },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

const allNames: readonly Readonly<Record<Language, string>>[] = Object.values(chargeNames);

/**
 * A description in a language: that of a typical charge is also said in the reader's language, as in
 * `Отопление / Küte`; days at its end, as in `Vesi (2026-09-01 – 2026-09-30)`, are written by `day`. Pure.
 */
export function describePosition(language: Language, description: string, day: (day: string) => string): string {
  const at = description.length - ' (2026-09-01 – 2026-09-30)'.length;
  const [from = '', to = '', ...rest] = description.slice(at + 2, -1).split(' – ');
  const isRange = description.startsWith(' (', at) && description.endsWith(')') && isDay(from) && isDay(to);
  if (!isRange || rest.length > 0) return nameIn(language, description);
  return `${nameIn(language, description.slice(0, at))} (${day(from)} – ${day(to)})`;
}

function nameIn(language: Language, name: string): string {
  const names = allNames.find((inLanguages) => Object.values(inLanguages).includes(name));
  return names === undefined || names[language] === name ? name : `${names[language]} / ${name}`;
}
