import type { OpenServer } from '../client/open-server.ts'
import { openRelay, unspoiled } from '../hostile/relay.ts'

/** A server behind a component that keeps the details of a refusal to itself: nothing can be learned from it. */
export function terse(behind: string): Promise<OpenServer> {
  const body = Buffer.from(
    JSON.stringify({
      error: 'validation_error',
      message: 'The request is invalid',
      details: { errors: [{ loc: ['request'], msg: 'Invalid', type: 'invalid' }] },
    }),
  )
  return openRelay(behind, (answer, response) => {
    if (answer.status !== 422) unspoiled(answer, response)
    else unspoiled({ ...answer, body, headers: { ...answer.headers, 'content-length': `${body.length}` } }, response)
  })
}
