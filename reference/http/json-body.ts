import type { FastifyInstance } from 'fastify'
import type { FaultSwitch } from '../faults/fault-switch.ts'
import { broken, validationError } from './service-error.ts'

/** Reads JSON bodies strictly (UTF-8, no byte order mark); any other kind of body counts as none. */
export function readJsonBodies(app: FastifyInstance, faults: FaultSwitch): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (/charset/iu.test(request.headers['content-type'] ?? '') && faults.active('charset-refused')) {
      done(validationError({ loc: ['header', 'content-type'], msg: 'is not supported', type: 'content_type' }))
      return
    }
    try {
      done(null, parse(bytes))
    } catch {
      if (faults.active('malformed-json-breaks-the-service')) {
        done(broken())
        return
      }
      done(validationError({ loc: ['body'], msg: 'is not valid JSON', type: 'json_invalid' }))
    }
  })
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.once('end', () => done(null))
    payload.once('error', done)
  })
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  return value
}
