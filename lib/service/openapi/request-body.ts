import type { Endpoint } from '../interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import { componentSchema, refTo } from './component-schemas.ts'

/** The request body of an endpoint that has one. */
export function requestBodyOf({ body }: Endpoint): object | undefined {
  if (body === undefined) return undefined
  const schema = body.contentType === 'multipart/form-data' ? formWithFile(body.schema) : refTo(body.schema)
  return { required: true, content: { [body.contentType]: { schema } } }
}

/** Form fields are known by their schema; the file beside them is bytes. */
function formWithFile(fields: string): object {
  const { properties, ...schema } = componentSchema(fields)
  return {
    ...schema,
    properties: {
      file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'Not empty.' },
      ...(isRecord(properties) ? properties : {}),
    },
    required: ['file'],
  }
}
