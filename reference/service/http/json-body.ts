import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { validationError } from './service-error.ts'

/** Reads JSON bodies strictly (UTF-8, no byte order mark); any other kind of body counts as none. */
export function readJsonBodies(app: FastifyInstance, deployment: Deployment): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    readJson(deployment, bytes, request),
  )
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.once('end', () => done(null))
    payload.once('error', done)
  })
}

/** The value of a JSON body, undefined if it is empty; 422 if it cannot be read. */
export const readJson = rule((_: Deployment, bytes: Buffer, _request: Pick<FastifyRequest, 'headers'>): unknown => {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw validationError({ loc: ['body'], msg: 'is not valid JSON', type: 'json_invalid' })
  }
})
