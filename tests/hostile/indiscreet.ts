import { unspoiled, type Spoil } from './relay.ts'

/** Puts the key of the request, in several forms, into header fields, texts and error messages of the answer. */
export const echoesTheKey: Spoil = (answer, response) => {
  const authorization = answer.asked.headers.authorization ?? ''
  const key = authorization.replace(/^Bearer /, '')
  const forms = [key, encodeURIComponent(key), Buffer.from(`:${key}`).toString('base64'), key.toUpperCase()]
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
