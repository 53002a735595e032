import { answers, isRecord, withEachRecord } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { defineVariants } from './variant.ts'

type Entry = Readonly<Record<string, unknown>>

/** Lawful differences in what errors say beside their codes. */
export const errorBodyVariants = defineVariants({
  'messages-are-in-another-language': {
    title: 'tells what is wrong in German',
    latitude: 'messages are for people, whose language is not shown',
    changes: [errors((error) => ({ ...error, message: `Ungültige Anfrage – „${String(error['error'])}“` }))],
  },
  'messages-name-the-request': {
    title: 'ends each message with the id of the request',
    latitude: 'the texts of messages are open',
    changes: [
      errors((error, { headers }) => ({
        ...error,
        message: `${String(error['message'])} (request ${headers['x-request-id'] ?? ''})`,
      })),
    ],
  },
  'errors-have-details-of-their-own': {
    title: 'gives every error details: the time, the path and a way to get help',
    latitude: 'details are extra context, whichever',
    without: ['errors-without-details-say-null'],
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
    title: 'ends the place of each validation error with the kind of value that was tried there',
    latitude: 'the parts of a place are not shown',
    changes: [entries((all) => all.map((entry) => ({ ...entry, loc: [...placeOf(entry), 'constrained-str'] })))],
  },
  'validation-names-one-thing-only': {
    title: 'tells of the first thing that is wrong alone',
    latitude: 'how much is judged at once is not shown',
    without: ['validation-begins-with-a-general-entry'],
    changes: [entries((all) => all.slice(0, 1))],
  },
  'validation-entries-come-twice': {
    title: 'tells of each wrong value once for each kind that it might have been',
    latitude: 'further entries are not forbidden',
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
