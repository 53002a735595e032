import type { Given } from '#suite'

/**
 * What goes with a change that may take the mark of the run from the name or the `readable_id` of a product: the mark, in the
 * other of the two. A product that shows it in neither could not be told from those of others, and would be left behind.
 */
export function marksBeside(changed: object, given: Given): Readonly<Record<string, string>> {
  return {
    ...('name' in changed && { readable_id: given.readableId() }),
    ...('readable_id' in changed && { name: given.name() }),
  }
}
