import { entryKeys, type CheckContext, type Exchange, type ListWindow } from '#suite'
import { entryCount } from '../subjects/counted.ts'

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
  const page = await window.settled(
    api,
    () => window.ask(api, { ...slice }),
    (answer) => answer.status !== 200 || problemOf(answer, window, slice) === undefined,
  )
  if (page.status !== 200) {
    const atStart = slice.offset === 0 ? page : await window.ask(api, { limit: slice.limit, offset: 0 })
    verify('PAGE-05', atStart).hasStatus(200)
    // From the end on it is the end that is judged, elsewhere.
    if (slice.offset >= window.keys.length) return
    verify('PAGE-15', page).hasStatus(200)
  }
  verify('PAGE-05', page).hasStatus(200)
  const problem = problemOf(page, window, slice)
  for (const rule of ['PAGE-06', 'PAGE-15'] as const)
    verify(rule, page).that({
      claim: `${claims[rule]} (${window.name})`,
      holds: problem?.rule !== rule,
      expected: problem?.expected ?? 'the slice',
      received: problem?.received ?? 'the slice',
      criterion: { kind: 'page' },
    })
}

const claims = {
  'PAGE-06': 'a page holds as many entries as limit says, while there are so many',
  'PAGE-15': 'a page starts where offset says',
} as const

interface Problem {
  readonly rule: 'PAGE-06' | 'PAGE-15'
  readonly expected: string
  readonly received: string
}

/** What is wrong with a page; one that starts at the wrong place is not judged by its length. */
function problemOf(page: Exchange, window: ListWindow, { limit, offset }: Slice): Problem | undefined {
  const shown = entryKeys(page)
  const due = window.keys.slice(offset, offset + limit)
  const received = entryCount(shown.length)
  if (shown.length > limit) return { rule: 'PAGE-06', expected: `at most ${entryCount(limit)}`, received }
  if (due.length === 0) return undefined
  if (shown.length === 0 && offset > 0)
    return {
      rule: 'PAGE-15',
      expected: `the list's entry ${offset}, counted from 0, as the first of the page`,
      received,
    }
  const differs = due.slice(0, shown.length).findIndex((key, index) => key !== shown[index])
  if (differs !== -1)
    return {
      rule: 'PAGE-15',
      expected: `the list's entry ${offset + differs} as entry ${differs} of the page, counted from 0`,
      received: placeOf(shown[differs], window),
    }
  return shown.length < due.length
    ? { rule: 'PAGE-06', expected: `${entryCount(due.length)}, as many as the list has`, received }
    : undefined
}

function placeOf(key: string | undefined, { keys }: ListWindow): string {
  const place = key === undefined ? -1 : keys.indexOf(key)
  return place === -1 ? 'an entry that the list does not have' : `the list's entry ${place}`
}
