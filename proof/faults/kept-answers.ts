import { answersOf } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { readItem } from '../../reference/service/items/routes.ts'
import { defineFaults } from './fault.ts'

/** Milliseconds. */
const aMoment = 500
const aSecond = 1000

/** Faults in which a read is answered for a while as it was before a write. */
export const keptAnswerFaults = defineFaults({
  'reads-by-type-are-kept-for-a-second': {
    title: 'caches reads of properties with a type for a second',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      keepsAnswers({ routes: ['GET /properties', 'GET /properties/:property_id'], forMs: aSecond }, ({ request }) =>
        request.url.includes('type='),
      ),
    ],
  },
  'lists-are-kept-for-a-second': {
    title: 'caches lists for a second',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      keepsAnswers({
        routes: ['GET /workspaces', 'GET /products', 'GET /items', 'GET /properties', 'GET /files'],
        forMs: aSecond,
      }),
    ],
  },
  'products-by-id-are-kept-for-a-moment': {
    title: 'caches reads of a product by id for half a second',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [keepsAnswers({ routes: ['GET /products/:product_id'], forMs: aMoment })],
  },
  'items-by-id-are-kept-for-a-moment': {
    title: 'caches reads of an item by id for half a second',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [keepsAnswers({ routes: ['GET /items/:item_id'], forMs: aMoment })],
  },
  'properties-by-id-are-kept-for-a-moment': {
    title: 'caches reads of a draft property by id for half a second',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      keepsAnswers(
        { routes: ['GET /properties/:property_id'], forMs: aMoment },
        ({ request }) => !request.url.includes('version='),
      ),
    ],
  },
  'deleted-item-is-read-for-a-moment': {
    title: 'returns a deleted item by id for half a second after its last read',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      replace(readItem, (sound) => (deployment, question) => {
        const key = `deleted-item-is-read-for-a-moment ${question.id} ${question.caller.userId}`
        try {
          const item = sound(deployment, question)
          remember(deployment, key, item)
          return item
        } catch (error) {
          const before = recall<ReturnType<typeof sound>>(deployment, key)
          if (before === undefined || Date.now() - before.at >= aMoment) throw error
          return before.value
        }
      }),
    ],
  },
})

interface Kept {
  readonly routes: readonly string[]
  readonly forMs: number
}

/** What a user has been answered is answered again for a while, whatever was written meanwhile. */
function keepsAnswers({ routes, forMs }: Kept, isKept: (answer: Answer) => boolean = () => true): AnswerChange {
  return answersOf({ routes }, (answer, deployment) => {
    const { caller, url } = answer.request
    if (answer.status !== 200 || caller === null || !isKept(answer)) return answer
    const key = `kept ${routes.join(' ')} ${caller.userId} ${url}`
    const kept = recall<unknown>(deployment, key)
    if (kept !== undefined && Date.now() - kept.at < forMs) return { ...answer, json: kept.value }
    remember(deployment, key, answer.json)
    return answer
  })
}
