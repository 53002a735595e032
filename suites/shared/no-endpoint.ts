import type { Exchange } from '#suite'

/** Statuses that say that there is no such endpoint, if the request contains no id that may be unknown. */
export const noEndpointStatuses: readonly number[] = [404, 405, 410, 501]

/** Whether the answer says that there is no such endpoint. The request contained no id, or one that exists. */
export function saysNoEndpoint({ status }: Pick<Exchange, 'status'>): boolean {
  return noEndpointStatuses.includes(status)
}
