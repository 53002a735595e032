import { isRecord } from '../changes/answers.ts'
import type { RequestChange, Sent } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import { readTitle } from '../../reference/service/files/upload-form.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { defineFaults } from './fault.ts'

const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(text)

/** Faults in what a value of another kind than usual does to the service: it breaks down instead of refusing or ignoring it. */
export const breakdownFaults = defineFaults({
  'null-as-a-description-breaks-the-service': {
    title: 'returns 500 for an update of a file whose description is null',
    breaks: ['ERR-15'],
    changes: [breaksOn(['PATCH /files/:id'], ({ body }) => isRecord(body) && body['description'] === null)],
  },
  'null-as-a-name-breaks-the-service': {
    title: 'returns 500 for an update of an item whose name is null',
    breaks: ['ERR-15'],
    changes: [breaksOn(['PATCH /items/:item_id'], ({ body }) => isRecord(body) && body['name'] === null)],
  },
  'wide-characters-break-the-service': {
    title: 'returns 500 for a title with a character beyond the 16-bit range',
    breaks: ['ERR-15', 'FILE-20'],
    changes: [
      breaksOn(['PATCH /files/:id'], ({ body }) => {
        const title = isRecord(body) ? body['userTitle'] : undefined
        return typeof title === 'string' && /[\u{10000}-\u{10ffff}]/u.test(title)
      }),
    ],
  },
  'nul-in-the-title-of-an-upload-breaks-the-service': {
    title: 'returns 500 for an upload whose title contains a NUL',
    breaks: ['ERR-15'],
    changes: [
      replace(readTitle, (sound) => (deployment, texts) => {
        const title = sound(deployment, texts)
        if (title?.includes('\u0000') === true) throw broken()
        return title
      }),
    ],
  },
  'null-among-references-breaks-the-service': {
    title: 'returns 500 for a property with null among its references',
    breaks: ['ERR-15'],
    changes: [
      breaksOn(['POST /properties', 'PATCH /properties/:property_id'], ({ body }) => hasNullIn(body, 'references')),
    ],
  },
  'null-alone-in-a-bulk-breaks-the-service': {
    title: 'returns 500 for a bulk creation whose first entry is null',
    breaks: ['ERR-15'],
    changes: [
      breaksOn(
        ['POST /properties/bulk', 'POST /items/bulk'],
        ({ body }) => hasNullIn(body, 'properties', 0) || hasNullIn(body, 'items', 0),
      ),
    ],
  },
  'empty-version-breaks-the-service': {
    title: 'returns 500 for an empty version',
    breaks: ['ERR-15'],
    changes: [
      breaksOn(
        ['GET /properties', 'GET /properties/:property_id', 'GET /files/:id/download'],
        ({ query }) => query['version'] === '',
      ),
    ],
  },
  'product-of-a-list-that-is-no-uuid-breaks-the-service': {
    title: 'returns 500 for a list of items if the product id is not a UUID',
    breaks: ['ERR-15'],
    changes: [breaksOn(['GET /items'], ({ query: { product_id: id } }) => typeof id === 'string' && !isUuid(id))],
  },
  'product-that-is-a-number-breaks-the-service': {
    title: 'returns 500 for an item if product_id is a number',
    breaks: ['ERR-15'],
    changes: [breaksOn(['POST /items'], ({ body }) => isRecord(body) && typeof body['product_id'] === 'number')],
  },
  'workspace-that-is-no-uuid-breaks-the-service': {
    title: 'returns 500 for a product if workspace_id is a text but not a UUID',
    breaks: ['ERR-15'],
    changes: [
      breaksOn(['POST /products'], ({ body }) => {
        const id = isRecord(body) ? body['workspace_id'] : undefined
        return typeof id === 'string' && !isUuid(id)
      }),
    ],
  },
})

function breaksOn(routes: readonly string[], isBreaking: (sent: Sent) => boolean): RequestChange {
  return requestsOf(routes, (sent) => {
    if (isBreaking(sent)) throw broken()
    return sent
  })
}

/** Whether a list in a body has null in it, or in one place of it. */
function hasNullIn(body: unknown, field: string, at?: number): boolean {
  const list: unknown = isRecord(body) ? body[field] : undefined
  return Array.isArray(list) && (at === undefined ? list.includes(null) : list[at] === null)
}
