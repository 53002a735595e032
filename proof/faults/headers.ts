import { randomUUID } from 'node:crypto'
import { answers, withHeaders } from '../changes/answers.ts'
import type { Answer, AnswerChange, RuleChange } from '../changes/change.ts'
import { arrivals } from '../changes/arrivals.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requireAdmission } from '../../reference/service/http/admission.ts'
import { requestIdOf } from '../../reference/service/http/application.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { defineFaults } from './fault.ts'

/** Faults in the headers of every response. */
export const headerFaults = defineFaults({
  'request-id-missing-on-errors': {
    title: 'omits x-request-id from error answers',
    breaks: ['HDR-01'],
    changes: [
      headersOf(
        ({ status }) => status >= 400,
        () => ({ 'x-request-id': undefined }),
      ),
    ],
  },
  'request-id-missing-on-bulks': {
    title: 'omits x-request-id from answers to bulk creations that succeed',
    breaks: ['HDR-01'],
    changes: [
      headersOf(
        ({ status, route }) => status < 400 && route.endsWith('/bulk'),
        () => ({ 'x-request-id': undefined }),
      ),
    ],
  },
  'request-id-fresh-on-bulks': {
    title: 'answers a bulk creation with a generated request id',
    breaks: ['HDR-02'],
    changes: [freshId(({ route }) => route.endsWith('/bulk'))],
  },
  'request-id-fresh-on-malformed-bodies': {
    title: 'answers a body that is not JSON with a generated request id',
    breaks: ['HDR-02'],
    changes: [freshId(({ status, json }) => status === 422 && JSON.stringify(json).includes('"json_invalid"'))],
  },
  'request-id-in-lower-case': {
    title: 'echoes x-request-id in lower case',
    breaks: ['HDR-02'],
    changes: [echoes((id) => id.toLowerCase())],
  },
  'request-id-cut-short': {
    title: 'echoes the first 32 characters of x-request-id',
    breaks: ['HDR-02'],
    changes: [echoes((id) => id.slice(0, 32))],
  },
  'request-id-cut-at-128-characters': {
    title: 'echoes the first 128 characters of x-request-id',
    breaks: ['HDR-02'],
    changes: [echoes((id) => id.slice(0, 128))],
  },
  'request-id-without-its-full-stops': {
    title: 'replaces full stops in x-request-id by underscores',
    breaks: ['HDR-02'],
    changes: [echoes((id) => id.replaceAll('.', '_'))],
  },
  'request-id-of-the-latest-request': {
    title: 'returns the request id of the latest request',
    breaks: ['HDR-02', 'HDR-03'],
    changes: [
      arrivals(({ request }, deployment) => remember(deployment, 'latest request id', request.id)),
      answers((answer, deployment) => {
        const latest = recall<string>(deployment, 'latest request id')?.value
        return withHeaders(answer, { 'x-request-id': latest })
      }),
    ],
  },
  'request-id-fresh-on-401': {
    title: 'answers 401 with a generated request id',
    breaks: ['HDR-02'],
    changes: [freshId(({ status }) => status === 401)],
  },
  'request-id-fresh-on-429': {
    title: 'answers requests past the limit with a generated request id',
    breaks: ['HDR-02'],
    changes: [freshId(({ status }) => status === 429)],
  },
  'request-id-fresh-on-downloads': {
    title: 'answers downloads with a generated request id',
    breaks: ['HDR-02'],
    changes: [freshId(({ route }) => route === 'GET /files/:id/download')],
  },
  'request-id-fresh-on-uploads': {
    title: 'answers an upload with a generated request id',
    breaks: ['HDR-02'],
    changes: [freshId(({ route }) => route === 'POST /files/:id')],
  },
  'request-id-fresh-on-property-writes': {
    title: 'answers a write of a property with a generated request id',
    breaks: ['HDR-02'],
    changes: [freshId(({ route }) => /^(?:POST|PATCH|DELETE) \/properties/u.test(route))],
  },
  'request-id-of-its-own-repeats': {
    title: 'returns the same id for all requests without x-request-id',
    breaks: ['HDR-03'],
    changes: [
      replace(requestIdOf, (sound) => (deployment, incoming) => {
        const id = sound(deployment, incoming)
        return id === incoming.headers['x-request-id'] ? id : '2f1b4a0e-7c55-4d0e-9b1c-6a8f3d2e1c00'
      }),
    ],
  },
  'unusual-request-id-breaks-the-service': {
    title: 'returns 500 for an x-request-id with non-ASCII characters or more than 256 characters',
    breaks: ['HDR-07', 'ERR-15'],
    changes: [
      replace(requireAdmission, (sound) => (deployment, request, allowance) => {
        if (request.id.length > 256 || /[^\u0020-\u007e]/u.test(request.id)) throw broken()
        sound(deployment, request, allowance)
      }),
    ],
  },
  'limit-missing-on-unknown-resources': {
    title: 'omits X-RateLimit-Limit from a 404',
    breaks: ['HDR-04'],
    changes: [
      headersOf(
        ({ status }) => status === 404,
        () => ({ 'x-ratelimit-limit': undefined }),
      ),
    ],
  },
  'remaining-missing-on-401': {
    title: 'omits X-RateLimit-Remaining from a 401',
    breaks: ['HDR-05'],
    changes: [
      headersOf(
        ({ status }) => status === 401,
        () => ({ 'x-ratelimit-remaining': undefined }),
      ),
    ],
  },
  'reset-in-milliseconds': {
    title: 'returns X-RateLimit-Reset in milliseconds',
    breaks: ['HDR-06'],
    changes: [reset((seconds) => seconds * 1000)],
  },
  'reset-as-a-duration': {
    title: 'returns X-RateLimit-Reset as the remaining seconds',
    breaks: ['HDR-06'],
    changes: [reset((seconds) => Math.ceil(seconds - Date.now() / 1000))],
  },
})

function headersOf(when: (answer: Answer) => boolean, change: (answer: Answer) => Answer['headers']): AnswerChange {
  return answers((answer) => (when(answer) ? withHeaders(answer, change(answer)) : answer))
}

function freshId(when: (answer: Answer) => boolean): AnswerChange {
  return headersOf(
    (answer) => answer.request.headers['x-request-id'] !== undefined && when(answer),
    () => ({ 'x-request-id': randomUUID() }),
  )
}

/** An id that came with the request is given back as `change` has it. */
function echoes(change: (id: string) => string): RuleChange {
  return replace(requestIdOf, (sound) => (deployment, incoming) => {
    const id = sound(deployment, incoming)
    return id === incoming.headers['x-request-id'] ? change(id) : id
  })
}

function reset(change: (seconds: number) => number): AnswerChange {
  return headersOf(
    () => true,
    ({ headers }) => ({ 'x-ratelimit-reset': String(change(Number(headers['x-ratelimit-reset']))) }),
  )
}
