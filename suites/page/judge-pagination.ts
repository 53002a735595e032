import type { CheckContext, ListWindow } from '#suite'
import { paginate } from './paginate.ts'

interface Judging extends Pick<CheckContext<'PAGE-16'>, 'api' | 'verify'> {
  readonly window: ListWindow
}

/** Holds what a reader sees, who goes on by `limit`, against the list. */
export async function judgePagination({ api, verify, window }: Judging, limit: number): Promise<void> {
  const expected = window.complete ? 'each entry once, and an end' : 'each entry once'
  const steps = await window.settled(
    api,
    // A list that others have emptied meanwhile is paginated in steps of one: a step of none would never end.
    () => paginate(api, window, { limit: Math.max(1, limit) }),
    ({ problem }) => problem === undefined,
  )
  verify('PAGE-16', steps.last).that({
    claim: `the pagination of the list of ${window.name} shows each entry once`,
    holds: steps.problem === undefined,
    expected,
    received: steps.problem ?? expected,
    criterion: { kind: 'pagination', entries: window.keys.length },
  })
}
