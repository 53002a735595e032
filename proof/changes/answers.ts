import type { Answer, AnswerChange } from './change.ts'

/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>

type Shows = (record: JsonRecord) => JsonRecord

type Records = (record: Readonly<Record<string, unknown>>, answer: Answer) => Readonly<Record<string, unknown>>

/** Changes answers on their way to the client; one that is left alone is returned as it is. */
export function answers(send: AnswerChange['send']): AnswerChange {
  return { place: 'answer', send }
}

/** Changes the answers of some routes alone: `GET /products`; with these statuses, if they are given. */
export function answersOf(
  { routes, statuses }: { readonly routes: readonly string[]; readonly statuses?: readonly number[] },
  send: AnswerChange['send'],
): AnswerChange {
  return answers((answer, deployment) =>
    routes.includes(answer.route) && (statuses?.includes(answer.status) ?? answer.status < 400)
      ? send(answer, deployment)
      : answer,
  )
}

/** Changes every JSON object of all answers, the innermost first; one that is left alone is returned as it is. */
export function records(show: Records): AnswerChange {
  return answers((answer) => withEachRecord(answer, show))
}

/** Every JSON object in an answer, the innermost first, as `change` shows it. */
export function withEachRecord(answer: Answer, change: Records): Answer {
  if (answer.json === undefined) return answer
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown)
    if (!isRecord(value)) return value
    return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one)])), answer)
  }
  return { ...answer, json: shown(answer.json) }
}

/** The answer with the one record that it is, or with each entry of the list that it is, as `change` shows it. */
export function withEntries(answer: Answer, change: Shows): Answer {
  const { json } = answer
  if (!isRecord(json)) return answer
  const entries = json['items']
  if (!Array.isArray(entries)) return { ...answer, json: change(json) }
  return { ...answer, json: { ...json, items: entries.map((entry) => (isRecord(entry) ? change(entry) : entry)) } }
}

/** The list in an answer without the entries that `keeps` does not keep. */
export function withoutEntries(answer: Answer, keeps: (entry: JsonRecord) => boolean): Answer {
  const { json } = answer
  if (!isRecord(json) || !Array.isArray(json['items'])) return answer
  const items = json['items'].filter((entry) => !isRecord(entry) || keeps(entry))
  return { ...answer, json: { ...json, items, count: items.length } }
}

/** The answer with other headers: a text sets one, undefined takes it away. */
export function withHeaders(answer: Answer, headers: Answer['headers']): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
