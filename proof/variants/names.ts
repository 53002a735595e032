import { answers, isRecord, withEachRecord } from '../changes/answers.ts'
import type { Answer, AnswerChange, Change } from '../changes/change.ts'
import { requests } from '../changes/requests.ts'
import { withEachEntry } from './sent-entries.ts'
import { renamed } from './shown-fields.ts'

/** Names that clients have to use, by the service's own: `{ item_id: 'itemId' }`. */
export type Names = Readonly<Record<string, string>>

/** Renames a query parameter of one route, also in error messages. */
export function parameterNamed(route: string, names: Names): readonly Change[] {
  return [
    requests((sent) => (sent.route === route ? { ...sent, query: renamed(sent.query, swapped(names)) } : sent)),
    complaints((answer) => answer.route === route, { query: names }),
  ]
}

/** Fields of the bodies of some routes, and of the entries of bulk creations, under other names; errors tell them so. */
export function fieldsNamed(routes: RegExp, names: Names): readonly Change[] {
  const own = swapped(names)
  return [
    requests((sent) => {
      if (!routes.test(sent.route)) return sent
      const named = withEachEntry(sent, (entry) => renamed(entry, own))
      return sent.route.endsWith('/bulk') && isRecord(named.body) ? { ...named, body: renamed(named.body, own) } : named
    }),
    complaints((answer) => routes.test(answer.route), { body: names }),
  ]
}

const unknown = 'unknown '

/** Their names by ours; ours become names that nothing has. */
function swapped(names: Names): Names {
  return Object.fromEntries(
    Object.entries(names).flatMap(([ours, theirs]) => [
      [theirs, ours],
      [ours, `${unknown}${ours}`],
    ]),
  )
}

type Where = 'query' | 'body'

/** What is wrong with a request is told in the names that the client knows. */
function complaints(isTheirs: (answer: Answer) => boolean, names: { readonly [In in Where]?: Names }): AnswerChange {
  return answers((answer) => {
    if (answer.status < 400 || !isTheirs(answer)) return answer
    return withEachRecord(answer, (record) => {
      const { loc, message, msg } = record
      if (typeof message === 'string') return { ...record, message: inNames(message, names) }
      if (!Array.isArray(loc)) return record
      const theirs = (loc[0] === 'query' ? names.query : names.body) ?? {}
      return {
        ...record,
        msg: typeof msg === 'string' ? quotedIn(msg, theirs) : msg,
        loc: loc.map((part: unknown) => placeIn(part, theirs)),
      }
    })
  })
}

function placeIn(part: unknown, names: Names): unknown {
  if (typeof part !== 'string') return part
  const ours = part.replace(unknown, '')
  return part === ours ? (names[part] ?? part) : Object.hasOwn(names, ours) ? ours : part
}

/** Messages name what is wrong as `body.name` and `query.limit`, and what is missing between quotes. */
function inNames(message: string, names: { readonly [In in Where]?: Names }): string {
  const places = /\b(query|body)((?:\.\w+)*)\.(\w+)/gu
  const told = message.replaceAll(places, (text, where: string, path: string, name: string) => {
    const theirs = (where === 'query' ? names.query : names.body)?.[name]
    return theirs === undefined ? text : `${where}${path}.${theirs}`
  })
  return quotedIn(quotedIn(told, names.query ?? {}), names.body ?? {}).replaceAll(unknown, '')
}

function quotedIn(text: string, names: Names): string {
  return text.replaceAll(/'(\w+)'/gu, (whole, name: string) => (names[name] === undefined ? whole : `'${names[name]}'`))
}
