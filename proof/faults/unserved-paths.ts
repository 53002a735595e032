import { answers } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import { defineFaults } from './fault.ts'

/** Faults in what is served though the interface has no such path or method. */
export const unservedPathFaults = defineFaults({
  'unknown-path-is-served': {
    title: 'returns 200 with an empty object for unknown paths',
    breaks: ['ERR-17'],
    changes: [served(({ status, route }) => status === 404 && route.endsWith('/*'))],
  },
  'path-below-a-workspace-is-served': {
    title: 'returns 200 for unknown paths below a workspace',
    breaks: ['ERR-17'],
    changes: [
      served(
        ({ status, route, request }) =>
          status === 404 && route.endsWith('/*') && /\/workspaces\/[^/]+\/./u.test(request.url),
      ),
    ],
  },
  'unknown-method-is-served': {
    title: 'returns 200 for methods that a path does not have',
    breaks: ['ERR-18'],
    changes: [served(({ status }) => status === 405)],
  },
  'put-is-served-too': {
    title: 'returns 200 for PUT',
    breaks: ['ERR-18'],
    changes: [served(({ status, request }) => status === 405 && request.method === 'PUT')],
  },
  'put-to-a-product-that-is-there-is-served': {
    title: 'returns 200 for PUT on an existing product',
    breaks: ['ERR-18'],
    changes: [
      answers((answer, deployment) => {
        const { method, url } = answer.request
        const id = /\/products\/([^/?]+)$/u.exec(url)?.[1]
        const isServed = answer.status === 405 && method === 'PUT' && id !== undefined
        return isServed && productRow(deployment, id) !== undefined ? { ...answer, status: 200, json: {} } : answer
      }),
    ],
  },
  'deletion-of-a-file-that-is-there-is-served': {
    title: 'returns 200 for DELETE on an existing file',
    breaks: ['ERR-18'],
    changes: [
      answers((answer, deployment) => {
        const { method, url } = answer.request
        const id = /\/files\/([^/?]+)$/u.exec(url)?.[1]
        const isServed = answer.status === 405 && method === 'DELETE' && id !== undefined
        return isServed && readFile(deployment, id) !== undefined ? { ...answer, status: 200, json: {} } : answer
      }),
    ],
  },
})

function served(when: (answer: Answer) => boolean): AnswerChange {
  return answers((answer) => (when(answer) ? { ...answer, status: 200, json: {} } : answer))
}
