import { unspoiled, type Spoil } from './relay.ts'

/** A key as a careless or a mean service may show it; none needs an escape in JSON. */
export function formsOf(key: string): readonly string[] {
  const bytes = Buffer.from(key)
  const base64 = Buffer.from(`:${key}`).toString('base64')
  return [
    key,
    encodeURIComponent(key),
    base64,
    key.toUpperCase(),
    Array.from(key).toReversed().join(''),
    bytes.toString('hex'),
    Array.from(bytes, (byte) => `%${byte.toString(16)}`).join(''),
    Array.from(bytes, (byte) => `&#${byte};`).join(''),
    Array.from(key).join(' '),
    Buffer.from(base64).toString('base64'),
  ]
}

/** Puts the key of the request, in several forms, into header fields, texts and error messages of the answer. */
export const echoesTheKey: Spoil = (answer, response) => {
  const authorization = answer.asked.headers.authorization ?? ''
  const key = authorization.replace(/^Bearer /, '')
  const forms = formsOf(key)
  const text = answer.body
    .toString('utf8')
    .replaceAll(/"(name|message|userTitle|description)":"/g, (field) => `${field}${forms.join(' ')} `)
  const { 'content-length': _length, ...headers } = answer.headers
  const echo = {
    'x-echo': authorization,
    'x-query': `key=${key}`,
    [`x-${key.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')}`]: '1',
  }
  unspoiled(
    {
      ...answer,
      status: answer.number % 9 === 8 ? 500 : answer.status,
      headers: { ...headers, ...echo },
      body: Buffer.from(text),
    },
    response,
  )
}
