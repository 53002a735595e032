import { entryOf, type CheckContext, type Exchange } from '#suite'
import type { Entry } from '../shared/example-property.ts'

/** Pages of the list of all properties that are read at most. */
const pagesAtMost = 6
const limit = 200

export interface AmongAll {
  /** The page that has it, or the last one that was read: it may be a rejection. */
  readonly answer: Exchange
  readonly entry: Entry | undefined
}

/** A date in the list of the properties of all items, which is read by type to be shorter. */
export async function dateAmongAll({ api, given }: Pick<CheckContext, 'api' | 'given'>, id: string): Promise<AmongAll> {
  for (let page = 0; ; page += 1) {
    const answer = await api.send('listProperties', { query: { type: 'date', limit, offset: page * limit } })
    const entry = entryOf(answer, id)
    const isLast = answer.status !== 200 || given.entriesOf(answer).length < limit || page + 1 >= pagesAtMost
    if (entry !== undefined || isLast) return { answer, entry }
  }
}
