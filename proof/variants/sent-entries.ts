import { isRecord } from '../changes/answers.ts'
import type { Sent } from '../changes/change.ts'

/** A JSON object of a request's body. */
export type Body = Readonly<Record<string, unknown>>

/** Where an object stands in a body: `['body', 'items', 0]`. */
export type Place = readonly (string | number)[]

const lists = ['items', 'properties', 'data'] as const

/** The request with every object that is to be created or updated as `change` has it: the body itself, or each entry of a bulk creation. */
export function withEachEntry(sent: Sent, change: (entry: Body, at: Place) => Body): Sent {
  const { body, route } = sent
  const entries = (list: readonly unknown[], at: Place): readonly unknown[] =>
    list.map((entry, index) => (isRecord(entry) ? change(entry, [...at, index]) : entry))
  if (!route.endsWith('/bulk')) return isRecord(body) ? { ...sent, body: change(body, ['body']) } : sent
  if (Array.isArray(body)) return { ...sent, body: entries(body, ['body']) }
  if (!isRecord(body)) return sent
  const name = lists.find((one) => Array.isArray(body[one]))
  const list = name === undefined ? undefined : body[name]
  if (name === undefined || !Array.isArray(list)) return sent
  return { ...sent, body: { ...body, [name]: entries(list, ['body', name]) } }
}
