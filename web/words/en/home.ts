// English words of the first page.
export const home = {
  title: 'Home',
  greeting: (name: string) => `Good to see you, ${name}`,
  buildings: 'Buildings',
  noBuildings: 'There is no building here yet.',
};
