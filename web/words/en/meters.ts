// English words of meters and readings.
export const meters = {
  type: 'Type',
  types: {
    cold_water: 'Cold water',
    hot_water: 'Hot water',
    heating: 'Heating',
    electricity: 'Electricity',
    gas: 'Gas',
  },
};
