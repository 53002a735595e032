import { answersOf } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { readItem } from '../../reference/service/items/read-item.ts'
import { defineFaults } from './fault.ts'

/** Milliseconds. */
const aMoment = 500
const aSecond = 1000

/** Faults in which a read is answered for a while as it was before a write. */
export const keptAnswerFaults = defineFaults({
  'reads-by-type-are-kept-for-a-second': {
    title: 'answers a read of properties that names a type again for a second as it did before',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      keepsAnswers({ routes: ['GET /properties', 'GET /properties/:property_id'], forMs: aSecond }, ({ request }) =>
        request.url.includes('type='),
      ),
    ],
  },
  'lists-are-kept-for-a-second': {
    title: 'answers the same request for a list again for a second as it did before',
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
    title: 'answers the read of a product by id again for half a second as it did before',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [keepsAnswers({ routes: ['GET /products/:product_id'], forMs: aMoment })],
  },
  'items-by-id-are-kept-for-a-moment': {
    title: 'answers the read of an item by id again for half a second as it did before',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [keepsAnswers({ routes: ['GET /items/:item_id'], forMs: aMoment })],
  },
  'properties-by-id-are-kept-for-a-moment': {
    title: 'answers the read of a property of the draft by id again for half a second as it did before',
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
    title: 'gives an item by id for half a second after it was last read, though it is deleted',
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
