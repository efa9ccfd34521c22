// Saves what was changed of a building, and only that. What somebody else saved meanwhile is not overwritten unseen.
import type { Schemas } from './bodies.ts';
import { api, ifMatch, unwrapTagged } from './client.ts';
import { ApiProblem } from './problem.ts';
import { fetchBuilding, type TaggedBuilding } from './shared-queries.ts';

type BuildingChange = Schemas['ChangedBuilding'];

function patchBuilding(building: TaggedBuilding, body: BuildingChange) {
  const params = { path: { id: building.id } };
  return unwrapTagged(api.PATCH('/buildings/{id}', { params, body, ...ifMatch(building) }));
}

/** Somebody else has changed the same part of the object meanwhile. `latest` is what they saved. */
export class ChangedElsewhere extends Error {
  override readonly name = 'ChangedElsewhere';
  readonly latest: TaggedBuilding;
  constructor(latest: TaggedBuilding) {
    super('Somebody else has changed it.');
    this.latest = latest;
  }
}

/**
 * Changes a building that was read before. Where somebody else has changed another part of it, the change goes ahead.
 * Throws ChangedElsewhere when the part that `partOf` shows differs.
 */
export async function changeBuilding(
  base: TaggedBuilding,
  body: BuildingChange,
  partOf: (building: TaggedBuilding) => unknown,
): Promise<TaggedBuilding> {
  try {
    return await patchBuilding(base, body);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'precondition_failed') throw error;
  }
  const latest = await fetchBuilding(base.id);
  if (JSON.stringify(partOf(latest)) !== JSON.stringify(partOf(base))) throw new ChangedElsewhere(latest);
  return patchBuilding(latest, body);
}

/** The entries of `values` that differ from those of `base`. */
export function changedEntries<V extends object>(base: V, values: V): Partial<V> {
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(base[name as keyof V]);
  return Object.fromEntries(Object.entries(values).filter(differs)) as Partial<V>;
}
