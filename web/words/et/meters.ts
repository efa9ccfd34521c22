// Estonian words of meters and readings.
import type { Words } from '../words.ts';

export const meters: Words['meters'] = {
  type: 'Liik',
  types: { cold_water: 'Külm vesi', hot_water: 'Soe vesi', heating: 'Küte', electricity: 'Elekter', gas: 'Gaas' },
};
