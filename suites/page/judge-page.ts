import { isDeepStrictEqual } from 'node:util'
import { entryKeys, type CheckContext, type Exchange, type ListWindow } from '#suite'

type PageRule = 'PAGE-05' | 'PAGE-06' | 'PAGE-15'

export interface Slice {
  readonly limit: number
  readonly offset: number
}

interface Judging extends Pick<CheckContext<PageRule>, 'api' | 'verify'> {
  readonly window: ListWindow
}

/** Holds one page against the list: that it is answered, how long it is, and where it starts. */
export async function judgePage({ api, verify, window }: Judging, slice: Slice): Promise<void> {
  const { limit, offset } = slice
  const page = await window.settled(
    api,
    () => window.ask(api, { ...slice }),
    (answer) => answer.status !== 200 || isSlice(answer, window, slice),
  )
  if (page.status !== 200) {
    const atStart = offset === 0 ? page : await window.ask(api, { limit, offset: 0 })
    verify('PAGE-05', atStart).hasStatus(200)
    // From the end on it is the end that is judged, elsewhere.
    if (offset >= window.keys.length) return
    verify('PAGE-15', page).hasStatus(200)
  }
  verify('PAGE-05', page).hasStatus(200)
  verify('PAGE-06', page).isPage({ most: limit })
  const due = dueIn(window, slice)
  const shown = entryKeys(page).length
  // A page from the first entry on that is too short, or empty, starts where it should.
  verify('PAGE-15', page).isPage({ first: due.slice(0, offset === 0 ? shown : Math.max(1, shown)) })
  verify('PAGE-06', page).isPage({ least: due.length })
}

function dueIn({ keys }: ListWindow, { limit, offset }: Slice): readonly string[] {
  return keys.slice(offset, offset + limit)
}

/** Whether a page shows what is due. Of a list that is longer than its window more may be shown. */
function isSlice(page: Exchange, window: ListWindow, slice: Slice): boolean {
  const [shown, due] = [entryKeys(page), dueIn(window, slice)]
  return shown.length <= slice.limit && isDeepStrictEqual(shown.slice(0, due.length), due)
}
