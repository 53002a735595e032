import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { answersOf } from '../changes/answers.ts'
import type { Change } from '../changes/change.ts'
import { requestsOf } from '../changes/requests.ts'

const routes = ['POST /items/bulk', 'POST /properties/bulk']
/** What the job itself sends. */
const mark = 'x-carried-out-later'
const afterMs = 400

/** Bulk creations that are accepted with 200 and the id of a job, which carries them out a little later. */
export function bulkJobs(): readonly Change[] {
  const accepted = new WeakSet<FastifyRequest>()
  return [
    requestsOf(routes, (sent) => {
      const { request, body } = sent
      if (mark in request.headers) return sent
      accepted.add(request)
      setTimeout(() => void carryOut(request, body).catch(() => undefined), afterMs).unref()
      // Nothing is made before the job: a body of nothing is rejected, and the rejection is not shown.
      return { ...sent, body: null }
    }),
    answersOf({ routes, statuses: [201, 400, 403, 404, 422] }, (answer) =>
      accepted.has(answer.request)
        ? { ...answer, status: 200, json: { job_id: randomUUID(), state: 'queued' } }
        : answer,
    ),
  ]
}

/** What is nested too deep to be written again is lost with its job. */
async function carryOut({ server, method, url, headers }: FastifyRequest, body: unknown): Promise<void> {
  const { 'content-length': _, ...kept } = headers
  if (method !== 'POST') return
  await server.inject({ method, url, headers: { ...kept, [mark]: '1' }, payload: JSON.stringify(body ?? null) })
}
