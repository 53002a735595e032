import type { Exchange, Verify } from '#suite'

export const requestIdHeader = 'x-request-id'

/** The answer has the id as it was sent. Whether it has the header at all is a rule of its own, judged on every answer. */
export function isEchoed(
  verify: Verify<'HDR-02'>,
  answer: Exchange,
  { what, id }: { readonly what: string; readonly id: string },
): void {
  const where = answer.headers[requestIdHeader] !== undefined && answer.status < 500
  verify('HDR-02', answer).hasHeader(requestIdHeader, [id], { of: what, where })
}
