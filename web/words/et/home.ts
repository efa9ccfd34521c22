// Estonian words of the first page.
import type { Words } from '../words.ts';

export const home: Words['home'] = {
  title: 'Avaleht',
  greeting: (name) => `Tere, ${name}`,
  buildings: 'Majad',
  noBuildings: 'Siin ei ole veel ühtegi maja.',
};
