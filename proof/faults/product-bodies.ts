import { randomUUID } from 'node:crypto'
import { isRecord } from '../changes/answers.ts'
import type { RequestChange, RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { callerOf } from '../../reference/service/http/caller.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { type ProductCreation, readCreation } from '../../reference/service/products/product-body.ts'
import { workspaceRow } from '../../reference/service/workspaces/workspace.ts'
import { firstWorkspace } from './first-workspace.ts'
import { attempt } from './attempt.ts'
import { defineFaults } from './fault.ts'

const creation = 'POST /products'
const update = 'PATCH /products/:product_id'

/** Faults in how the body of a creation or an update is read. */
export const productBodyFaults = defineFaults({
  'array-with-one-creation-accepted': {
    title: 'accepts an array with one object as a creation',
    breaks: ['ERR-13'],
    changes: [
      requestsOf([creation], (sent) =>
        Array.isArray(sent.body) && sent.body.length === 1 ? { ...sent, body: sent.body[0] } : sent,
      ),
    ],
  },
  'workspace-not-required': {
    title: 'creates in the first workspace if none is given',
    breaks: ['PROD-21'],
    changes: [created('workspace_id', (id, { deployment }) => (id === undefined ? firstId(deployment) : id))],
  },
  'unknown-workspace-replaced': {
    title: 'creates in the first workspace if workspace_id is unknown',
    breaks: ['PROD-31'],
    changes: [
      created('workspace_id', (id, { deployment }) =>
        typeof id === 'string' && workspaceRow(deployment, id) === undefined ? firstId(deployment) : id,
      ),
    ],
  },
  'name-not-required': {
    title: 'uses the readable_id as the name if none is given',
    breaks: ['PROD-22'],
    changes: [created('name', (name, { body }) => (name === undefined ? body['readable_id'] : name))],
  },
  'empty-name-replaced-on-creation': {
    title: 'uses the readable_id as the name if the name is empty',
    breaks: ['PROD-24'],
    changes: [created('name', (name, { body }) => (name === '' ? body['readable_id'] : name))],
  },
  'readable-id-not-required': {
    title: 'generates a readable_id if none is given',
    breaks: ['PROD-23'],
    changes: [created('readable_id', (id) => (id === undefined ? madeUp() : id))],
  },
  'empty-readable-id-replaced': {
    title: 'generates a readable_id if it is empty',
    breaks: ['PROD-25'],
    changes: [created('readable_id', (id) => (id === '' ? madeUp() : id))],
  },
  'readable-id-runs-of-underscores-collapsed': {
    title: 'collapses several underscores in a new readable id',
    breaks: ['PROD-18'],
    changes: [
      created(
        'readable_id',
        ofText((id) => id.replaceAll(/_+/gu, '_')),
      ),
    ],
  },
  'trailing-newline-of-a-readable-id-accepted': {
    title: 'accepts a readable_id that ends in a line break',
    breaks: ['PROD-26'],
    changes: [
      created(
        'readable_id',
        ofText((id) => id.replace(/\n$/u, '')),
      ),
    ],
  },
  'readable-id-folded-on-creation': {
    title: 'accepts upper-case letters in a readable_id and stores it in lower case',
    breaks: ['PROD-26'],
    changes: [
      created(
        'readable_id',
        ofText((id) => id.toLowerCase()),
      ),
    ],
  },
  'readable-id-folded-on-update': {
    title: 'accepts upper-case letters in an updated readable_id and stores it in lower case',
    breaks: ['PROD-44'],
    changes: [
      changed(
        [update],
        'readable_id',
        ofText((id) => id.toLowerCase()),
      ),
    ],
  },
  'description-cut-short': {
    title: 'truncates descriptions to 200 characters',
    breaks: ['PROD-32'],
    changes: [
      created(
        'description',
        ofText((text) => text.slice(0, 200)),
      ),
    ],
  },
  'name-of-zero-passes-for-none': {
    title: 'treats the name `0` as empty',
    breaks: ['PROD-32'],
    changes: [textWritten('name', (name) => (name === '0' ? '' : name))],
  },
  'name-of-zero-refused-on-creation': {
    title: 'rejects the name `0` in a creation',
    breaks: ['PROD-32'],
    changes: [refusing('name', ({ name }) => name === '0')],
  },
  'word-null-passes-for-none': {
    title: 'treats the description `null` as null',
    breaks: ['PROD-32'],
    changes: [textWritten('description', (text) => (text === 'null' ? '' : text))],
  },
  'doubled-quotes-pass-for-one': {
    title: 'reads two single quotes in a name as one',
    breaks: ['PROD-32'],
    changes: [textWritten('name', (name) => name.replaceAll("''", "'"))],
  },
  'unstated-field-is-required': {
    title: 'requires an undocumented field at creation',
    breaks: ['PROD-33'],
    changes: [refusing('tax_code', (body) => !('tax_code' in body))],
  },
  'number-accepted-as-text': {
    title: "accepts a number as a product's name and stores its digits",
    breaks: ['ERR-14'],
    changes: [written('name', (name) => (typeof name === 'number' ? String(name) : name))],
  },
  'flag-accepted-as-text': {
    title: "accepts true as a product's description and stores the word",
    breaks: ['ERR-14'],
    changes: [written('description', (text) => (typeof text === 'boolean' ? String(text) : text))],
  },
  'empty-name-ignored-on-update': {
    title: 'ignores an empty name in an update',
    breaks: ['PROD-43'],
    changes: [changed([update], 'name', (name) => (name === '' ? undefined : name))],
  },
  'readable-id-begins-with-a-letter': {
    title: 'rejects a readable_id that begins with a digit or an underscore',
    breaks: ['PROD-27'],
    changes: [refusing('readable_id', ({ readable_id: id }) => !/^[a-z]/u.test(id))],
  },
  'readable-id-with-two-underscores-refused': {
    title: 'rejects a readable_id with two underscores in a row after a letter or digit',
    breaks: ['PROD-27'],
    changes: [refusing('readable_id', ({ readable_id: id }) => /[a-z0-9]__/u.test(id))],
  },
  'readable-id-of-zero-refused': {
    title: 'rejects the readable_id `0`',
    breaks: ['PROD-27'],
    changes: [refusing('readable_id', ({ readable_id: id }) => id === '0')],
  },
  'part-number-is-required': {
    title: 'rejects a creation without a part number',
    breaks: ['PROD-33'],
    changes: [refusing('part_number', ({ part_number: number }) => number === undefined)],
  },
  'optional-fields-required-with-a-description': {
    title: 'rejects a creation with a description and without a part number',
    breaks: ['PROD-33'],
    changes: [
      refusing(
        'part_number',
        ({ description, part_number: number }) => description !== undefined && number === undefined,
      ),
    ],
  },
  'description-beside-a-number-forgotten': {
    title: 'drops the description of a new product with a part number',
    breaks: ['PROD-18'],
    changes: [
      created('description', (description, { body }) => (body['part_number'] === undefined ? description : undefined)),
    ],
  },
  'invalid-creation-is-kept': {
    title: 'rejects a creation because of its description but creates the product',
    breaks: ['ERR-20'],
    changes: [
      replace(readCreation, (sound) => (deployment, request) => {
        try {
          return sound(deployment, request)
        } catch (error) {
          const { description, ...others } = isRecord(request.body) ? request.body : {}
          if (typeof description === 'number') {
            request.body = others
            attempt(() => createProduct(deployment, sound(deployment, request), callerOf(request)))
          }
          throw error
        }
      }),
    ],
  },
})

type Body = Readonly<Record<string, unknown>>

type Reading = (value: unknown, sent: { readonly body: Body; readonly deployment: Deployment }) => unknown

/** A field of a body is read otherwise than it was sent; undefined leaves it out. */
function changed(routes: readonly string[], field: string, read: Reading): RequestChange {
  return requestsOf(routes, (sent, deployment) =>
    withBody(sent, (body) => {
      const { [field]: value, ...others } = body
      const given = read(value, { body, deployment })
      return given === undefined ? others : { ...body, [field]: given }
    }),
  )
}

function created(field: string, read: Reading): RequestChange {
  return changed([creation], field, read)
}

function written(field: string, read: Reading): RequestChange {
  return changed([creation, update], field, read)
}

function textWritten(field: string, change: (text: string) => string): RequestChange {
  return written(field, ofText(change))
}

function ofText(change: (text: string) => string): Reading {
  return (value) => (typeof value === 'string' ? change(value) : value)
}

/** A creation is rejected that is lawful. */
function refusing(field: string, isRefused: (body: ProductCreation) => boolean): RuleChange {
  return replace(createProduct, (sound) => (deployment, body, caller) => {
    if (isRefused(body)) throw validationError({ loc: ['body', field], msg: 'is not accepted', type: 'value_error' })
    return sound(deployment, body, caller)
  })
}

function firstId(deployment: Deployment): string | undefined {
  return firstWorkspace(deployment)?.id
}

function madeUp(): string {
  return `product_${randomUUID().slice(0, 8)}`
}
