import type { FastifyRequest } from 'fastify'
import { answers, isRecord, withHeaders } from '../changes/answers.ts'
import type { Answer, AnswerChange, Change, RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requireAdmission } from '../../reference/service/http/admission.ts'
import { defineFaults } from './fault.ts'

/** Faults in what is answered and done past the rate limit. */
export const pastLimitFaults = defineFaults({
  'workspace-by-id-is-not-limited': {
    title: 'serves reads of a workspace by id past the limit',
    breaks: ['RATE-09'],
    changes: [servedPastTheLimit(/^\w+ \/v1\/public\/workspaces\//u)],
  },
  'uploads-are-not-limited': {
    title: 'accepts uploads past the limit',
    breaks: ['RATE-09'],
    changes: [servedPastTheLimit(/^POST \/v1\/public\/files\//u)],
  },
  'refused-creation-is-done': {
    title: 'returns 429 for the creation of a product but executes it',
    breaks: ['RATE-05'],
    changes: doneAndRefused(/^POST \/v1\/public\/products$/u),
  },
  'refused-deletion-is-done': {
    title: 'returns 429 for the deletion of a product but executes it',
    breaks: ['RATE-05'],
    changes: doneAndRefused(/^DELETE \/v1\/public\/products\//u),
  },
  'refused-file-update-is-done': {
    title: 'rejects an update of a file past the limit but executes it',
    breaks: ['RATE-05'],
    changes: doneAndRefused(/^PATCH \/v1\/public\/files\//u),
  },
  'refused-upload-is-stored': {
    title: 'rejects an upload past the limit but stores it',
    breaks: ['RATE-05'],
    changes: doneAndRefused(/^POST \/v1\/public\/files\//u),
  },
  'refused-bulk-is-done': {
    title: 'rejects a bulk creation of properties past the limit but executes it',
    breaks: ['RATE-05'],
    changes: doneAndRefused(/^POST \/v1\/public\/properties\/bulk/u),
  },
  'refused-creation-of-an-item-past-the-limit-is-done': {
    title: 'returns 429 for the creation of an item but executes it',
    breaks: ['RATE-05'],
    changes: doneAndRefused(/^POST \/v1\/public\/items$/u),
  },
  'refused-update-of-a-property-past-the-limit-is-done': {
    title: 'rejects an update of a property past the limit but executes it',
    breaks: ['RATE-05'],
    changes: doneAndRefused(/^PATCH \/v1\/public\/properties\//u),
  },
  'refused-deletion-of-an-item-is-done': {
    title: 'returns 429 for the deletion of an item but executes it',
    breaks: ['RATE-05'],
    changes: doneAndRefused(/^DELETE \/v1\/public\/items\//u),
  },
  'bulks-are-not-limited': {
    title: 'accepts bulk creations of items past the limit',
    breaks: ['RATE-09'],
    changes: [servedPastTheLimit(/^POST \/v1\/public\/items\/bulk/u)],
  },
  'another-code-past-the-limit': {
    title: 'returns 429 with the code too_many_requests',
    breaks: ['RATE-02'],
    changes: [pastTheLimit((answer) => ({ ...answer, json: coded(answer, 'too_many_requests') }))],
  },
  'busy-past-the-limit': {
    title: 'returns 503 past the limit',
    breaks: ['ERR-15', 'RATE-02'],
    changes: [pastTheLimit((answer) => ({ ...answer, status: 503, json: coded(answer, 'busy') }))],
  },
  'remaining-is-one-on-429': {
    title: 'reports one remaining request on a 429',
    breaks: ['RATE-03'],
    changes: [pastTheLimit((answer) => withHeaders(answer, { 'x-ratelimit-remaining': '1' }))],
  },
  'reset-missing-on-429': {
    title: 'omits X-RateLimit-Reset from a 429',
    breaks: ['HDR-06', 'RATE-03'],
    changes: [pastTheLimit((answer) => withHeaders(answer, { 'x-ratelimit-reset': undefined }))],
  },
  'reset-announced-too-early': {
    title: 'reports the current time as the reset on a 429',
    breaks: ['RATE-04'],
    changes: [
      pastTheLimit((answer) => withHeaders(answer, { 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000)) })),
    ],
  },
})

function servedPastTheLimit(
  requests: RegExp,
  whenServed: (request: FastifyRequest) => void = () => undefined,
): RuleChange {
  return replace(requireAdmission, (sound) => (deployment, request, allowance) => {
    const isServed = allowance.spent && request.caller !== null && requests.test(`${request.method} ${request.url}`)
    if (isServed) whenServed(request)
    else sound(deployment, request, allowance)
  })
}

/** Requests past the limit that are carried out, and answered as if they were not. */
function doneAndRefused(requests: RegExp): readonly Change[] {
  const served = new WeakSet<FastifyRequest>()
  return [
    servedPastTheLimit(requests, (request) => served.add(request)),
    answers((answer) =>
      served.has(answer.request) && answer.status < 400
        ? {
            ...withHeaders(answer, { 'content-type': 'application/json; charset=utf-8' }),
            status: 429,
            json: { error: 'rate_limit_exceeded', message: 'too many requests' },
          }
        : answer,
    ),
  ]
}

function pastTheLimit(change: (answer: Answer) => Answer): AnswerChange {
  return answers((answer) => (answer.status === 429 ? change(answer) : answer))
}

function coded({ json }: Answer, error: string): unknown {
  return isRecord(json) ? { ...json, error } : json
}
