import type { FastifyInstance } from 'fastify'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import { broken, validationError } from './service-error.ts'

/** Reads JSON bodies strictly (UTF-8, no byte order mark); any other kind of body counts as none. */
export function readJsonBodies(app: FastifyInstance, faults: FaultSwitch): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (/charset/iu.test(request.headers['content-type'] ?? '') && faults.active('charset-refused')) {
      done(validationError({ loc: ['header', 'content-type'], msg: 'is not supported', type: 'content_type' }))
      return
    }
    if (/charset=UTF-8/u.test(request.headers['content-type'] ?? '') && faults.active('charset-in-capitals-refused')) {
      done(validationError({ loc: ['header', 'content-type'], msg: 'is not supported', type: 'content_type' }))
      return
    }
    if (breaksTheParser(bytes, faults)) {
      done(broken())
      return
    }
    try {
      done(null, parse(bytes))
    } catch {
      const mended = bytes.toString().replace(/,\s*\}$/u, '}')
      if (mended !== bytes.toString() && faults.active('trailing-comma-forgiven')) {
        done(null, JSON.parse(mended))
        return
      }
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

function breaksTheParser(bytes: Buffer, faults: FaultSwitch): boolean {
  if (bytes.includes(String.raw`"\ud800"`) && faults.active('lone-surrogate-breaks-the-service')) return true
  return bytes.includes('[[[[[[[[[[[[[[[[') && faults.active('deep-nesting-breaks-the-service')
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  return value
}
