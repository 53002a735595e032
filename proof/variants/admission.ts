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
    title: 'accepts Bearer in this letter case only',
    latitude: "the letter case of the scheme's name is not shown",
    changes: [
      replace(
        keyOf,
        (sound) => (deployment, request) =>
          request.headers.authorization?.startsWith('Bearer ') === true ? sound(deployment, request) : undefined,
      ),
    ],
  },
  'keys-may-follow-the-scheme-at-once': {
    title: 'accepts the key right behind the name of the scheme, without a space',
    latitude: 'how strictly the header is read is not shown, and the key comes by the bearer scheme',
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
    title: 'answers JSON that cannot be read with an error about it, whoever sends it',
    latitude: 'what cannot be read is no request yet',
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
    title: 'refuses a write without a body, or with one of another type than it takes, before it looks at the key',
    latitude: 'a request may be parsed before its key is judged',
    changes: [
      replace(requireAdmission, (sound) => (deployment, request, allowance) => {
        if (request.caller === null && !hasItsBody(request))
          throw new ServiceError({ status: 415, code: 'unsupported_media_type', message: 'a body of this type is due' })
        sound(deployment, request, allowance)
      }),
    ],
  },
  'access-judged-before-the-body': {
    title: 'looks for the resource of a path before it reads query and body',
    latitude: 'which is judged first is not shown',
    changes: [arrivals(judgeAccess)],
  },
})

/** Whether a request says that it has a body of the type that its endpoint takes, where that takes one. */
function hasItsBody({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'POST' && method !== 'PATCH') return true
  const due = method === 'POST' && url.includes('/files/') ? 'multipart/form-data' : 'application/json'
  return headers['content-type']?.startsWith(due) === true
}
