import { randomUUID } from 'node:crypto'
import { answers, answersOf, isRecord, records, withHeaders } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { Answer, Arrival } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { forbidden } from '../../reference/service/http/service-error.ts'
import { requestIdOf } from '../../reference/service/http/application.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { bulkJobs } from './bulk-jobs.ts'
import { isFirstUser } from './is-first-user.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in what stands in front of the service, whom it lets do what, and when it does it. */
export const gatewayVariants = defineVariants({
  'gateway-forbids-unknown-paths': {
    title: 'runs behind a gateway that returns 403 in HTML for unknown paths and methods, and for %25',
    latitude: 'answers of a component in front of the service are not judged',
    touches: ['ERR-17', 'ERR-18', 'ERR-11'],
    without: ['http-layer-minds-what-it-is-sent'],
    changes: [arrivals(async (arrival) => refuseAsGateway(arrival))],
  },
  'gateway-does-not-find-unknown-paths': {
    title: 'runs behind a gateway that returns 404 in HTML for unknown paths and methods',
    latitude: 'answers of a component in front of the service are not judged',
    touches: ['ERR-17', 'ERR-18'],
    without: ['http-layer-minds-what-it-is-sent', 'gateway-forbids-unknown-paths'],
    changes: [arrivals(async (arrival) => refuseAsGateway(arrival, 404))],
  },
  'unusual-request-ids-are-replaced': {
    title: 'replaces a request id unless it consists of up to 64 letters, digits, hyphens and underscores',
    latitude: 'ids of another form may be replaced',
    touches: ['HDR-02', 'HDR-07'],
    changes: [
      replace(requestIdOf, (sound) => (deployment, request) => {
        const given = request.headers['x-request-id']
        return typeof given === 'string' && !/^[\w-]{1,64}$/u.test(given) ? randomUUID() : sound(deployment, request)
      }),
    ],
  },
  'file-records-have-signed-addresses': {
    title: 'adds a signed download address to each file record, different each time',
    latitude: 'extra fields are lawful and may change',
    touches: ['GEN-04', 'FILE-09', 'FILE-11'],
    changes: [
      records((record) =>
        'originalFileName' in record
          ? { ...record, download_url: `https://files.example.test/${String(record['id'])}?signature=${randomUUID()}` }
          : record,
      ),
    ],
  },
  'bulk-refuses-foreign-parents-entry-by-entry': {
    title: 'answers a bulk creation under a foreign parent with 207 and one error per entry',
    latitude: 'the contract does not define the answer to a bulk creation',
    touches: ['AUTH-22'],
    changes: [
      answersOf({ routes: ['POST /items/bulk', 'POST /properties/bulk'], statuses: [403] }, (answer) => {
        const results = [0, 1].map((index) => ({ index, status: 403, error: 'forbidden' }))
        // What a component in front of the service rejects never gets here.
        return isRecord(answer.json) ? { ...answer, status: 207, json: { results } } : answer
      }),
    ],
  },
  'bulk-is-a-job': {
    title: 'answers a bulk creation with 200 and the id of a job that finishes later',
    latitude: 'the contract does not define the answer to a bulk creation, or when it is executed',
    touches: ['BULK-01', 'BULK-02', 'BULK-04'],
    without: ['bulk-refuses-foreign-parents-entry-by-entry', 'bulk-creates-what-it-can'],
    changes: bulkJobs(),
  },
  'second-key-may-create-nothing': {
    title: 'returns 403 for creations with keys of other users than the first',
    latitude: 'a deployment may deny access for its own reasons',
    touches: ['AUTH-23'],
    changes: [
      arrivals(({ request }, deployment) => {
        const { caller, method } = request
        if (method === 'POST' && caller !== null && !isFirstUser(deployment, caller.userId)) throw forbidden()
      }),
    ],
  },
  'bad-keys-lock-a-client-out': {
    title: 'returns 429 for fifteen minutes for bad keys after twenty of them',
    latitude: 'a 429 may come at any time',
    touches: ['AUTH-03', 'AUTH-04', 'RATE-11'],
    changes: [answers((answer, deployment) => (answer.status === 401 ? lockedOut(answer, deployment) : answer))],
  },
})

async function refuseAsGateway({ route, request, reply }: Arrival, status = 403): Promise<void> {
  const isOdd = status === 403 && request.url.includes('%25')
  if (!isOdd && !/ (?:\/\*)?$/u.test(route)) return
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
  await reply.code(status).type('text/html').send(`<h1>${status}</h1>`)
}

const badKeysAllowed = 20
const lockedOutSeconds = 900

function lockedOut(answer: Answer, deployment: Deployment): Answer {
  const seen = (recall<number>(deployment, 'bad keys')?.value ?? 0) + 1
  remember(deployment, 'bad keys', seen)
  if (seen <= badKeysAllowed) return answer
  const reset = String(Math.ceil(Date.now() / 1000) + lockedOutSeconds)
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset, 'retry-after': String(lockedOutSeconds) }
  const body = isRecord(answer.json) ? answer.json : {}
  const json = { ...body, error: 'rate_limit_exceeded', message: 'too many requests with a bad key' }
  return withHeaders({ ...answer, status: 429, json }, headers)
}
