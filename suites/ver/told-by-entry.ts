import { entriesOf, isRecord, sameId, sameRecord, type Claim, type Exchange } from '#suite'

interface Lists {
  readonly before: Exchange
  readonly after: Exchange
}

/** How a script tells two lists of a version apart: by the first entry that is another one in the later of them. */
export function toldByEntry(
  { before, after }: Lists,
  exceptOf: (entry: Readonly<Record<string, unknown>>) => readonly string[],
): Pick<Claim, 'criterion'> {
  const now = entriesOf(after).filter(isRecord)
  for (const old of entriesOf(before).filter(isRecord)) {
    const entry = now.find((one) => sameId(one['id'], old['id']))
    const { holds, criterion } = sameRecord('an entry', {
      kind: 'property',
      expected: old,
      received: entry,
      except: exceptOf(old),
    })
    if (!holds && criterion !== undefined) return { criterion }
  }
  return {}
}
