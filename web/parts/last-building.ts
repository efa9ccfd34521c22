// The building last worked in, for screens and forms that need one. It is kept for this tab: each may be in another.
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

const storageKey = 'haldur-last-building';

/** Remembers the building that a person chose. */
export function rememberBuilding(id: string): void {
  sessionStorage.setItem(storageKey, id);
}

/** Remembers the building that a screen is about. */
export function useShownBuilding(id: string | undefined): void {
  useEffect(() => {
    if (id) rememberBuilding(id);
  }, [id]);
}

/** Remembers each building whose id is in the address. */
export function useBuildingInAddress(): void {
  const { buildingId: shown } = useParams({ strict: false });
  const { buildingId: searched, building = searched } = useSearch({ strict: false });
  useShownBuilding(shown ?? building);
}

/** The one of the buildings that was last worked in, or the only one; of several others none is assumed. */
export function lastBuildingOf<Row extends { readonly id: string }>(buildings: readonly Row[]): Row | undefined {
  const last = sessionStorage.getItem(storageKey);
  return buildings.find(({ id }) => id === last) ?? (buildings.length === 1 ? buildings[0] : undefined);
}
