// Loaded before a test file by planted-faults.test.ts: plants the fault that HALDUR_PLANTED_FAULT names by its place.
import { plantFault } from '../plant-fault.ts';
import { faults } from './faults.ts';

const fault = faults[Number(process.env.HALDUR_PLANTED_FAULT ?? Number.NaN)];
if (fault !== undefined) plantFault(fault);
