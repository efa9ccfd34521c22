// Units as people write them.
export const unitNames = { m3: 'm³', kWh: 'kWh', MWh: 'MWh' } as const;
