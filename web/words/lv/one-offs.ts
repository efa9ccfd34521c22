// Latvian words of what single apartments are charged or credited once.
import { plural, type Words } from '../words.ts';

export const oneOffs: Words['oneOffs'] = {
  title: 'Vienreizējas maksas un atmaksas',
  lead: 'Katru vienreiz iekļauj dzīvokļa nākamajā rēķinā. Atmaksa, kuras dēļ rēķins kļūtu negatīvs, gaida.',
  add: 'Pievienot maksu',
  waiting: 'Gaida nākamo rēķinu',
  nothingWaits: 'Neviena vienreizēja maksa negaida rēķinu.',
  billed: 'Rēķinos',
  nothingBilled: 'Nevienā rēķinā vēl nav vienreizējas maksas.',
  apartments: 'Dzīvokļi',
  apartmentsHint: 'Katram aprēķina visu summu.',
  kind: 'Veids',
  charge: 'Maksa',
  credit: 'Atmaksa',
  description: 'Apraksts',
  descriptionHint: 'To rēķinā redzēs iedzīvotājs.',
  amount: 'Summa bez PVN',
  vatRate: 'PVN %',
  dueFrom: 'Spēkā no',
  dueFromHint: 'Agrāka perioda rēķinā to neiekļauj. Maksā tas, kam dzīvoklis bija šajā dienā.',
  invoice: 'Rēķins',
  open: 'Atvērt rēķinu',
  save: (count) =>
    count > 1
      ? plural('lv', count, { one: `Pievienot ${count} dzīvoklim`, other: `Pievienot ${count} dzīvokļiem` })
      : 'Pievienot',
  saved: (count) =>
    count === 1
      ? 'Gaida nākamo rēķinu.'
      : plural('lv', count, {
          zero: `${count} ierakstu gaida nākamos rēķinus.`,
          one: `${count} ieraksts gaida nākamos rēķinus.`,
          other: `${count} ieraksti gaida nākamos rēķinus.`,
        }),
  remove: 'Atsaukt',
  removeLead: (what) => `“${what}” nebūs nevienā rēķinā.`,
  removed: 'Ieraksts ir atsaukts.',
};
