import { answers, answersOf, isRecord, withHeaders } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in the headers that stand beside those of the contract. */
export const headerVariants = defineVariants({
  'answers-carry-security-headers': {
    title: 'sends the security headers of browsers and CORS headers',
    latitude: 'extra headers are lawful',
    touches: ['HDR-07'],
    changes: [
      everywhere({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'x-request-id, x-ratelimit-limit',
        vary: 'origin, accept-encoding',
        via: '1.1 edge',
        server: 'edge',
      }),
    ],
  },
  'other-rate-limits-are-told-too': {
    title: 'sends a second limit, per second, in the headers of the RateLimit draft',
    latitude: 'extra headers are lawful',
    touches: ['HDR-04', 'HDR-05', 'HDR-06'],
    changes: [
      everywhere({
        'ratelimit-limit': '20',
        'ratelimit-remaining': '3',
        'ratelimit-reset': '1',
        'ratelimit-policy': '20;w=1',
        'x-rate-limit-limit': '20',
      }),
    ],
  },
  'json-type-is-a-vendors': {
    title: 'uses its own versioned media type for JSON',
    latitude: 'the suffix declares it as JSON',
    touches: ['GEN-01'],
    changes: [
      answers((answer) =>
        answer.json === undefined
          ? answer
          : withHeaders(answer, { 'content-type': 'application/vnd.product-data.v1+json; charset=UTF-8' }),
      ),
    ],
  },
  'creations-carry-a-location': {
    title: 'sends the address of a created record in Location',
    latitude: 'extra headers are lawful',
    touches: ['PROD-17', 'ITEM-03', 'PROP-29'],
    changes: [
      answersOf({ routes: creations(), statuses: [201] }, (answer) => {
        const id = isRecord(answer.json) ? answer.json['id'] : undefined
        return typeof id === 'string' ? withHeaders(answer, { location: `${answer.request.url}/${id}` }) : answer
      }),
    ],
  },
})

function creations(): readonly string[] {
  return ['POST /products', 'POST /items', 'POST /properties', 'POST /files/:id']
}

function everywhere(headers: Readonly<Record<string, string>>): AnswerChange {
  return answers((answer) => withHeaders(answer, headers))
}
