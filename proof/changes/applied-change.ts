import type { Change } from './change.ts'

/** A change of one deployment, and what is called when it made a difference. */
export interface AppliedChange<Kind extends Change = Change> {
  readonly change: Kind
  readonly onActivation: () => void
}

/** Those of one place, in their order. */
export function changesAt<Place extends Change['place']>(
  place: Place,
  applied: readonly AppliedChange[],
): ReadonlyArray<AppliedChange<Extract<Change, { readonly place: Place }>>> {
  return applied.flatMap(({ change, onActivation }) => (isAt(change, place) ? [{ change, onActivation }] : []))
}

function isAt<Place extends Change['place']>(
  change: Change,
  place: Place,
): change is Extract<Change, { readonly place: Place }> {
  return change.place === place
}
