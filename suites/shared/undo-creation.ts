import { fieldOf, succeeded, type CheckContext, type Exchange } from '#suite'

/** Removes what a creation made after all that should have been refused: it stands in something that is not ours, and must not stay there. */
export async function undone(
  { given }: Pick<CheckContext, 'given'>,
  kind: 'item' | 'property',
  creation: Exchange,
): Promise<Exchange> {
  const id = succeeded(creation) ? fieldOf(creation, 'id') : undefined
  if (typeof id === 'string') await given.remove(kind, id)
  return creation
}
