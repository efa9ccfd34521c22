// What stands behind the question mark of an address, read with care: anybody may have written it.

/** The parts of a building's page. */
export const buildingTabs = ['apartments', 'charges', 'settings'] as const;
export type BuildingTab = (typeof buildingTabs)[number];

/** The word, when it is one of those. */
export function oneOf<W extends string>(words: readonly W[], given: unknown): W | undefined {
  return words.find((word) => word === given);
}

/** A text of a bounded length. */
export function text(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' && given.length <= 200 ? given : undefined;
}
