import type { FastifyRequest } from 'fastify'
import { answers, answersOf, isRecord } from '../changes/answers.ts'
import type { Answer, Change } from '../changes/change.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import { without } from '../changes/without.ts'
import { defineFaults } from './fault.ts'

/** Faults in what becomes of bodies with one thing wrong, beside products, which have their own. */
export const refusedBodyFaults = defineFaults({
  'refused-creation-of-an-item-is-done': {
    title: 'rejects a creation because of its description but creates the item',
    breaks: ['ERR-20'],
    changes: doneAndRefused('POST /items'),
  },
  'refused-update-of-an-item-is-done': {
    title: 'rejects an update because of its description but renames the item',
    breaks: ['ERR-20'],
    changes: doneAndRefused('PATCH /items/:item_id'),
  },
  'refused-update-of-a-property-is-done': {
    title: 'rejects an update because of its description but renames the property',
    breaks: ['ERR-20'],
    changes: doneAndRefused('PATCH /properties/:property_id'),
  },
  'refused-update-of-a-file-is-done': {
    title: 'rejects an update because of its description but changes the title of the file',
    breaks: ['ERR-20'],
    changes: doneAndRefused('PATCH /files/:id'),
  },
  'object-as-the-description-of-an-item-is-a-bad-request': {
    title: 'returns 400 for an item whose description is an object',
    breaks: ['ERR-14'],
    changes: [
      answersOf({ routes: ['POST /items', 'PATCH /items/:item_id'], statuses: [422] }, (answer) =>
        isRecord(descriptionIn(answer.request)) ? { ...answer, status: 400 } : answer,
      ),
    ],
  },
  'flag-as-a-reason-is-a-bad-request': {
    title: 'returns 400 for a boolean reason',
    breaks: ['ERR-14'],
    changes: [
      answersOf({ routes: ['PATCH /properties/:property_id'], statuses: [422] }, (answer) =>
        typeof Reflect.get(Object(answer.request.body), 'reason') === 'boolean' ? { ...answer, status: 400 } : answer,
      ),
    ],
  },
})

/** What is right in a body is done, and the body answered as if nothing were. */
function doneAndRefused(route: string): readonly Change[] {
  const wrong = new WeakSet<FastifyRequest>()
  return [
    requestsOf([route], (sent) => {
      const description = descriptionIn({ body: sent.body })
      if (description === undefined || description === null || typeof description === 'string') return sent
      wrong.add(sent.request)
      return withBody(sent, (body) => without(body, 'description'))
    }),
    answers((answer) => (wrong.has(answer.request) && answer.status < 400 ? refused(answer) : answer)),
  ]
}

function refused(answer: Answer): Answer {
  const errors = [{ loc: ['body', 'description'], msg: 'is not a text', type: 'type' }]
  const json = { error: 'validation_error', message: 'the request is not valid', details: { errors } }
  return { ...answer, status: 422, json }
}

function descriptionIn({ body }: { readonly body?: unknown }): unknown {
  return isRecord(body) ? body['description'] : undefined
}
