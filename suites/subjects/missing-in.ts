import { entryOf, type Claim, type Exchange } from '#suite'

/** That a list has the first of some entries that it lacks; nothing where it has them all. */
export function missingIn(list: Pick<Exchange, 'json'>, ids: readonly string[]): Pick<Claim, 'criterion'> {
  const missing = ids.find((id) => entryOf(list, id) === undefined)
  return missing === undefined ? {} : { criterion: { kind: 'entry', id: missing, listed: true } }
}
