import type { Exchange } from '#suite'

export const requestIdHeader = 'x-request-id'

/** Whether an answer has the header at all: that is a rule of its own, judged on every answer. */
export function hasRequestId({ headers, status }: Exchange): boolean {
  return headers[requestIdHeader] !== undefined && status < 500
}
