// The building last worked in, for screens and forms that need one. It is kept for this tab: each may be in another.
// The next visit knows it too, for screens that only show a building.

const storageKey = 'haldur-last-building';

/** Remembers the building that a person chose, or that a screen is about. */
export function rememberBuilding(id: string): void {
  sessionStorage.setItem(storageKey, id);
  localStorage.setItem(storageKey, id);
}

/** The one of the buildings that was last worked in, or the only one; of several others none is assumed. */
export function lastBuildingOf<Row extends { readonly id: string }>(buildings: readonly Row[]): Row | undefined {
  const last = sessionStorage.getItem(storageKey);
  return buildings.find(({ id }) => id === last) ?? (buildings.length === 1 ? buildings[0] : undefined);
}

/** The building at which a screen that only shows opens: the last one of this tab, or else of any; or the first. */
export function buildingToShow<Row extends { readonly id: string }>(buildings: readonly Row[]): Row | undefined {
  const last = localStorage.getItem(storageKey);
  return lastBuildingOf(buildings) ?? buildings.find(({ id }) => id === last) ?? buildings[0];
}
