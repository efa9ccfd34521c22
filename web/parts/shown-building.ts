// Remembers the building that screens are about.
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberBuilding } from './last-building.ts';

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
