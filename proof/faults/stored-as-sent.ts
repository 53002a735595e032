import { isRecord } from '../changes/answers.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import { readCreation, readUpdate } from '../../reference/service/products/product-body.ts'
import { defineFaults } from './fault.ts'

/** What the service would reject gets another spelling before its validation, and its own again behind it. */
const dash = '_dash_'
const noName = 'no name'

/** Faults that store what must be rejected. */
export const storedAsSentFaults = defineFaults({
  'dash-in-a-new-readable-id-accepted': {
    title: 'accepts dashes in a readable_id and stores them',
    breaks: ['PROD-26'],
    changes: [
      requestsOf(['POST /products'], (sent) => {
        const id = isRecord(sent.body) ? sent.body['readable_id'] : undefined
        return isRecord(sent.body) && typeof id === 'string' && id.includes('-')
          ? { ...sent, body: { ...sent.body, readable_id: id.replaceAll('-', dash) } }
          : sent
      }),
      replace(readCreation, (sound) => (deployment, request) => {
        const body = sound(deployment, request)
        return { ...body, readable_id: body.readable_id.replaceAll(dash, '-') }
      }),
    ],
  },
  'empty-name-stored-on-update': {
    title: 'accepts an empty name in an update and stores it',
    breaks: ['PROD-43'],
    changes: [
      requestsOf(['PATCH /products/:product_id'], (sent) =>
        isRecord(sent.body) && sent.body['name'] === '' ? { ...sent, body: { ...sent.body, name: noName } } : sent,
      ),
      replace(readUpdate, (sound) => (deployment, request) => {
        const body = sound(deployment, request)
        return body.name === noName ? { ...body, name: '' } : body
      }),
    ],
  },
})
