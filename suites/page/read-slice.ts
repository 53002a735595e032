import { isDeepStrictEqual } from 'node:util'
import { entryKeys, type CheckContext, type Exchange, type ListWindow } from '#suite'

export interface Slice {
  readonly limit: number
  readonly offset: number
}

export interface Asking extends Pick<CheckContext, 'api'> {
  readonly window: ListWindow
}

interface AskedSlice {
  readonly page: Exchange
  /** The page, or if it was rejected the one from the first entry on. */
  readonly answered: Exchange
  /** The keys of the expected entries. */
  readonly due: readonly string[]
  /** The keys that the page must begin with: one from the first entry on that is too short, or empty, starts where it should. */
  readonly first: readonly string[]
  readonly isPlaced: boolean
}

/** Asks for a page, once the list is the one that the window shows. */
export async function readSlice({ api, window }: Asking, slice: Slice): Promise<AskedSlice> {
  const { limit, offset } = slice
  const page = await window.settled(
    api,
    () => window.ask(api, { ...slice }),
    // lawful: a list that is gone with its item, which others have deleted: reading it again blocks the check
    (answer) => answer.status === 200 && isSlice(answer, window, slice),
  )
  const isRefused = page.status !== 200 && offset > 0
  const answered = isRefused ? await window.ask(api, { limit, offset: 0 }) : page
  const [due, shown] = [expectedIn(window, slice), entryKeys(page)]
  const first = due.slice(0, offset === 0 ? shown.length : Math.max(1, shown.length))
  return { page, answered, due, first, isPlaced: isDeepStrictEqual(shown.slice(0, first.length), first) }
}

function expectedIn({ keys }: ListWindow, { limit, offset }: Slice): readonly string[] {
  return keys.slice(offset, offset + limit)
}

/** Whether a page shows what is due. Of a list that is longer than its window more may be shown. */
function isSlice(page: Exchange, window: ListWindow, slice: Slice): boolean {
  const [shown, due] = [entryKeys(page), expectedIn(window, slice)]
  return shown.length <= slice.limit && isDeepStrictEqual(shown.slice(0, due.length), due)
}
