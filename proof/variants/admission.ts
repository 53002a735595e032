import type { FastifyRequest } from 'fastify'
import { arrivals } from '../changes/arrivals.ts'
import { replace } from '../changes/replace.ts'
import { requests } from '../changes/requests.ts'
import { requireAdmission } from '../../reference/service/http/admission.ts'
import { callerOf, keyOf } from '../../reference/service/http/caller.ts'
import { ServiceError } from '../../reference/service/http/service-error.ts'
import { judgeAccess } from './judge-access.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in how a key is read, and in what is judged first. */
export const admissionVariants = defineVariants({
  'scheme-name-minds-letter-case': {
    title: 'accepts Bearer only in this letter case',
    latitude: "the contract does not define the letter case of the scheme's name",
    touches: ['AUTH-27', 'AUTH-01'],
    changes: [
      replace(
        keyOf,
        (sound) => (deployment, request) =>
          request.headers.authorization?.startsWith('Bearer ') === true ? sound(deployment, request) : undefined,
      ),
    ],
  },
  'keys-may-follow-the-scheme-at-once': {
    title: 'accepts the key directly after the scheme, without a space',
    latitude: 'the contract does not say how strictly the header is parsed, and clients use the bearer scheme',
    touches: ['AUTH-06'],
    without: ['scheme-name-minds-letter-case'],
    changes: [
      replace(
        keyOf,
        (sound) => (deployment, request) =>
          sound(deployment, request) ?? /^bearer(\S+)$/iu.exec(request.headers.authorization ?? '')?.[1],
      ),
    ],
  },
  'bodies-are-read-before-the-key': {
    title: 'checks JSON syntax before the key',
    latitude: 'a request may be parsed before its key is checked',
    touches: ['AUTH-07', 'ERR-12'],
    changes: [
      replace(requireAdmission, (sound) => (deployment, request, allowance) => {
        const hasJson = request.headers['content-type']?.includes('json') === true
        if (request.caller !== null || !hasJson) sound(deployment, request, allowance)
      }),
      requests((sent) => {
        callerOf(sent.request)
        return sent
      }),
    ],
  },
  'bodies-are-asked-for-before-the-key': {
    title: 'rejects a write without a body, or with a wrong media type, before it checks the key',
    latitude: 'a request may be parsed before its key is checked',
    touches: ['AUTH-07'],
    changes: [
      replace(requireAdmission, (sound) => (deployment, request, allowance) => {
        if (request.caller === null && !hasItsBody(request))
          throw new ServiceError({ status: 415, code: 'unsupported_media_type', message: 'a body of this type is due' })
        sound(deployment, request, allowance)
      }),
    ],
  },
  'access-judged-before-the-body': {
    title: 'looks up the resource of a path before it validates query and body',
    latitude: 'the contract does not say which error comes first',
    touches: ['ERR-07', 'ERR-08', 'ERR-09', 'ERR-03'],
    changes: [arrivals(judgeAccess)],
  },
})

/** Whether a request says that it has a body of the type that its endpoint takes, if that takes one. */
function hasItsBody({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'POST' && method !== 'PATCH') return true
  const due = method === 'POST' && url.includes('/files/') ? 'multipart/form-data' : 'application/json'
  return headers['content-type']?.startsWith(due) === true
}
