import type { Exchange } from '#suite'

/** Statuses by which a service says that it has no such endpoint, where no id was asked for that might be unknown. */
export const notThere: readonly number[] = [404, 405, 410, 501]

/** Whether an answer to a request without an id, or with one that is known to be there, says that there is no such endpoint. */
export function isOfNoEndpoint({ status }: Pick<Exchange, 'status'>): boolean {
  return notThere.includes(status)
}
