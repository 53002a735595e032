import { answers, isRecord, withEachRecord } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { defineVariants } from './variant.ts'

type Entry = Readonly<Record<string, unknown>>

/** Lawful differences in what errors say beside their codes. */
export const errorBodyVariants = defineVariants({
  'messages-are-in-another-language': {
    title: 'writes messages in German',
    latitude: 'messages are for people, in any language',
    touches: ['ERR-01'],
    changes: [errors((error) => ({ ...error, message: `Ungültige Anfrage – „${String(error['error'])}“` }))],
  },
  'messages-name-the-request': {
    title: 'appends the request id to each message',
    latitude: 'the contract leaves open the texts of messages',
    touches: ['ERR-01', 'ERR-19'],
    changes: [
      errors((error, { headers }) => ({
        ...error,
        message: `${String(error['message'])} (request ${headers['x-request-id'] ?? ''})`,
      })),
    ],
  },
  'errors-have-details-of-their-own': {
    title: 'returns details with every error: time, path and a help address',
    latitude: 'details may contain any context',
    touches: ['ERR-02'],
    changes: [
      errors((error, { request }) => ({
        ...error,
        details: {
          ...(isRecord(error['details']) ? error['details'] : {}),
          at: new Date().toISOString(),
          path: request.url.split('?')[0],
          support: 'https://help.example.test',
        },
      })),
    ],
  },
  'validation-places-go-deeper': {
    title: 'appends the attempted type to the loc of each validation error',
    latitude: 'the contract does not define the parts of a loc',
    touches: ['ERR-05', 'ERR-04'],
    changes: [entries((all) => all.map((entry) => ({ ...entry, loc: [...placeOf(entry), 'constrained-str'] })))],
  },
  'validation-names-one-thing-only': {
    title: 'reports only the first validation error',
    latitude: 'the contract does not say how many errors are reported at once',
    touches: ['ERR-05', 'ERR-04'],
    changes: [entries((all) => all.slice(0, 1))],
  },
  'validation-entries-come-twice': {
    title: 'reports each wrong value once for each possible type',
    latitude: 'further entries are lawful',
    touches: ['ERR-04', 'ERR-05'],
    changes: [entries((all) => all.flatMap((entry) => [entry, { ...entry, type: 'none_required' }]))],
  },
})

function errors(change: (error: Entry, answer: Answer) => Entry): AnswerChange {
  return answers((answer) => {
    const { json, status } = answer
    return status >= 400 && isRecord(json) && 'error' in json ? { ...answer, json: change(json, answer) } : answer
  })
}

function entries(change: (all: readonly Entry[]) => readonly Entry[]): AnswerChange {
  return answers((answer) =>
    withEachRecord(answer, (record) => {
      const { errors: all } = record
      const isList = Array.isArray(all) && all.every((entry) => isRecord(entry) && 'loc' in entry)
      return isList ? { ...record, errors: change(all.filter((entry) => isRecord(entry))) } : record
    }),
  )
}

function placeOf({ loc }: Entry): readonly unknown[] {
  return Array.isArray(loc) ? loc : []
}
