import { keyForms } from '../client/key-forms.ts'
import { unspoiled, type Spoil } from './relay.ts'

/** Forms of a key as a careless service may show it that need no escape in JSON. */
const careless = Object.entries(keyForms).flatMap(([name, form]) => (/escape|dump|line/.test(name) ? [] : [form]))

/** Puts the key of the request, in several forms, into header fields, texts and error messages of the answer. */
export const echoesTheKey: Spoil = (answer, response) => {
  const authorization = answer.asked.headers.authorization ?? ''
  const key = authorization.replace(/^Bearer /, '')
  const forms = careless.map((form) => form(key))
  const text = answer.body
    .toString('utf8')
    .replaceAll(/"(name|message|userTitle|description)":"/g, (field) => `${field}${forms.join(' ')} `)
  const { 'content-length': _length, ...headers } = answer.headers
  const echo = {
    'x-echo': authorization,
    'x-query': `key=${key}`,
    'x-first': key.slice(0, 20),
    'x-second': key.slice(20),
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
