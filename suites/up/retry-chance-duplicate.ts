import { errorCodeOf, type Exchange } from '#suite'

/** Files of others may have a size too: a rejection as a duplicate counts when it comes again with other sizes. */
export async function retryChanceDuplicate(attempt: () => Promise<Exchange>): Promise<Exchange> {
  for (let tried = 0; tried < 2; tried += 1) {
    const answer = await attempt()
    if (errorCodeOf(answer) !== 'duplicate_file') return answer
  }
  return attempt()
}
