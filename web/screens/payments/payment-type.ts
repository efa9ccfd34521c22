// Payments as the API gives them.
import type { Got, Made } from '../../api/client.ts';

export type Payment = Got<'/payments'>['data'][number];
export type Import = Made<'/bank-statements/import'>['data'];
