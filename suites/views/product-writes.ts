import type { CheckContext, Exchange, Identity, MadeProduct, RequirementId, Sources } from '#suite'
import { another } from '../shared/namesakes.ts'
import { setByTheService } from '../shared/set-by-the-service.ts'

/** One thing that happens to a product that is there, or around it. */
export interface ProductWrite {
  /** As in: `after ${name}`. */
  readonly name: string
  /** Which of two users of the organization sends it. */
  readonly actor: Identity
  /** The requirement that a rejection breaks. */
  readonly by: RequirementId
  /** Documented fields that it may change. */
  readonly changes: readonly string[]
  /** It leaves a part number behind that cannot be removed. */
  readonly trace?: true
  /** What it needs beside a key that may write. */
  readonly needs?: 'control:publish-version'
  readonly send: (sources: Sources, product: MadeProduct, as: Identity) => Promise<Exchange | undefined>
}

type Given = CheckContext['given']

const changes = {
  name: (given: Given) => `${given.word()} ${given.word()}`,
  description: (given: Given) => given.name(),
  readable_id: (given: Given) => given.readableId(),
} as const

type Field = keyof typeof changes

function update(actor: Identity, ...fields: readonly Field[]): ProductWrite {
  return {
    actor,
    name: fields.length === 0 ? 'an empty update' : `an update of its ${fields.join(' and ')}`,
    by: fields.length === 0 ? 'PROD-49' : 'PROD-41',
    changes: fields,
    send: ({ given }, { id }, as) =>
      given.update(id, Object.fromEntries(fields.map((field) => [field, changes[field](given)])), { as }),
  }
}

/** Each field alone and each beside each other, the part number, and what is done around a product. */
export const productWrites: readonly ProductWrite[] = [
  update('own', 'description'),
  update('same-organization', 'readable_id'),
  update('own', 'description', 'readable_id'),
  update('same-organization'),
  {
    name: 'an assignment of a part number',
    actor: 'same-organization',
    by: 'PN-02',
    changes: ['part_number'],
    trace: true,
    send: ({ given }, { id }, as) => given.update(id, { part_number: given.partNumber() }, { as }),
  },
  {
    name: 'an assignment and a removal of a part number',
    actor: 'own',
    by: 'PN-03',
    changes: ['part_number'],
    trace: true,
    send: async ({ given }, { id }, as) => {
      given.requireSuccess(await given.update(id, { part_number: given.partNumber() }, { as }), 'PN-02')
      return given.update(id, { part_number: null }, { as })
    },
  },
  {
    name: 'the deletion of another product',
    actor: 'same-organization',
    by: 'PROD-52',
    changes: [],
    send: async ({ given }, { workspaceId }, as) => {
      const other = await given.product({ workspace_id: workspaceId })
      return given.remove('product', other.id, { as })
    },
  },
  {
    name: 'an update of another product with its name',
    actor: 'own',
    by: 'PROD-41',
    changes: [],
    send: async ({ given }, { workspaceId, body: { name } }, as) => {
      const other = await another(given.product({ workspace_id: workspaceId, name }))
      return given.update(other.id, { description: given.name() }, { as })
    },
  },
  {
    name: 'the creation of an item in the product',
    actor: 'same-organization',
    by: 'ITEM-03',
    changes: setByTheService,
    send: async ({ given }, product, as) => (await given.item({ product, as })).exchange,
  },
  {
    name: 'its publication',
    actor: 'own',
    by: 'PROD-42',
    // lawful: a first version that is the baseline at once, or a workflow that moves on with it
    changes: ['baseline_version_number', ...setByTheService],
    needs: 'control:publish-version',
    send: async ({ session }, { id }) => {
      await session.controls.publishVersion(id)
      return undefined
    },
  },
  {
    name: 'two choices of its baseline',
    actor: 'same-organization',
    by: 'PROD-48',
    changes: ['baseline_version_number', ...setByTheService],
    needs: 'control:publish-version',
    send: async ({ given }, product, as) => {
      const first = await chooseNextVersion(given, product, as)
      given.requireSuccess(first, 'PROD-48')
      return chooseNextVersion(given, product, as)
    },
  },
  // The last: a search for the name that it was made with finds it no more.
  update('same-organization', 'name'),
  update('own', 'name', 'description'),
  update('same-organization', 'name', 'readable_id'),
  {
    name: 'two updates of its name and description',
    actor: 'own',
    by: 'PROD-41',
    changes: ['name', 'description'],
    send: async ({ given }, { id }, as) => {
      const changed = () => ({ name: changes.name(given), description: changes.description(given) })
      given.requireSuccess(await given.update(id, changed(), { as }), 'PROD-41')
      return given.update(id, changed(), { as })
    },
  },
]

/** Publishes a product with something new in it, and makes that version its baseline. */
async function chooseNextVersion(given: Given, product: MadeProduct, as: Identity): Promise<Exchange> {
  const { version } = await given.publish(await given.item({ product }))
  return given.chooseBaseline(product.id, version, { as })
}
