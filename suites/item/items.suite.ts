import { inferShape } from '../../lib/checks/infer-shape.ts'
import { isRecord } from '../../lib/contract/is-record.ts'
import { propertyTypes } from '../../lib/contract/patterns.ts'
import type { Exchange } from '../../lib/client/exchange.ts'
import { idsOf } from '../../lib/run/given/read-answer.ts'
import { partNumberOf } from '../../lib/run/given/part-number-of.ts'
import { pick } from '../../lib/run/given/pick.ts'
import { scenario } from '../../lib/run/scenario.ts'
import { roleOf } from '../../lib/target/dialect/role.ts'
import { existingProducts } from '../survey/existing-things.ts'
import { itemsIn } from './items-in.ts'

const write = ['write'] as const

scenario('items are listed', { verifies: ['ITEM-01', 'ITEM-13'] }, async ({ api, given, observe, session, verify }) => {
  const place = { workspaceId: await given.workspace() }
  const answer = await api.send('listItems', { query: await session.dialect.listQuery('listItems', place) })
  verify('ITEM-01', answer).hasStatus(200)
  verify('ITEM-01', answer).that({
    claim: 'the answer is a list',
    holds: isRecord(answer.json) && Array.isArray(answer.json['items']),
    expected: 'an array of items',
    received: isRecord(answer.json) ? typeof answer.json['items'] : typeof answer.json,
  })
  const entries = given.entriesOf(answer)
  // Where the run makes items, those of its own tell more, and are the same every time.
  if (entries.length > 0 && session.configuration.mode === 'read-only')
    observe('ITEM-13', 'record of a listed item', inferShape(entries))
})

scenario(
  'the creation of an item is answered with 201 and the item',
  { verifies: ['ITEM-03'], needs: write },
  async ({ api, given, verify }) => {
    const answer = await api.send('createItem', { json: await given.itemBody(await given.product()) })
    verify('ITEM-03', answer).hasStatus(201)
    verify('ITEM-03', answer).that({
      claim: 'the answer is the item',
      holds: isRecord(answer.json) && typeof answer.json['id'] === 'string',
      expected: 'an id',
      received: isRecord(answer.json) ? `id ${typeof answer.json['id']}` : typeof answer.json,
    })
  },
)

scenario(
  'what items look like in each answer is written down',
  { verifies: ['ITEM-13'], needs: write },
  async (context) => {
    const { api, given, observe } = context
    const described = await given.item({ fields: { description: 'cast' } })
    const plain = await given.item({ product: described.product })
    const path = { item_id: plain.id }
    const read = [await api.send('getItem', { path: { item_id: described.id } }), await api.send('getItem', { path })]
    const updated = await api.send('updateItem', { path, json: { description: 'machined' } })
    const own = new Set([described, plain].map(({ id }) => id.toLowerCase()))
    const { entries } = await itemsIn(context, described.product)
    const shapes = {
      'record of a created item': [described, plain].map(({ exchange }) => exchange.json),
      'record of an item by id': read.map(({ json }) => json),
      'answer to an update of an item': [updated.json],
      'record of a listed item': entries.filter(({ id }) => own.has(String(id).toLowerCase())),
    }
    for (const [name, records] of Object.entries(shapes))
      if (records.length > 0) observe('ITEM-13', name, inferShape(records))
  },
)

const withDescription = { description: 'cast, then machined' } as const

for (const { what, description, number } of [
  { what: 'a description', description: true, number: false },
  { what: 'a part number', description: false, number: true },
  { what: 'a description and a part number', description: true, number: true },
  { what: 'neither a description nor a part number', description: false, number: false },
] as const)
  scenario(
    `an item is created with ${what}, and gives it back`,
    { verifies: ['ITEM-04'], needs: number ? ['write', 'trace'] : write, explainedBy: ['ITEM-03', 'ITEM-05'] },
    async (context) => {
      const { api, given, verify } = context
      const product = await given.product()
      const partNumber = given.partNumber()
      const fields = { ...(description ? withDescription : {}), ...(number ? { part_number: partNumber } : {}) }
      const created = await api.send('createItem', { json: await given.itemBody(product, fields) })
      if (number && created.status === 422) await given.noUndeclaredRule()
      verify('ITEM-04', created).isAccepted()
      const id = isRecord(created.json) ? created.json['id'] : undefined
      if (typeof id !== 'string')
        return given.lacks({ reason: 'blocked', blockedBy: ['ITEM-03'], enable: 'the creation shows no id' })
      const read = given.accepted(await api.send('getItem', { path: { item_id: id } }), 'ITEM-05')
      verify('ITEM-04', read).equals({
        claim: 'the item shows what was given',
        expected: [description ? withDescription.description : null, number ? partNumber : null],
        received: optionsOf(read),
      })
      const { answer, ids, entries } = await itemsIn(context, product)
      const entry = entries[ids.indexOf(id.toLowerCase())]
      // An entry may carry them, and need not.
      const carried = [entry?.['description'], partNumberOf(entry)].map((value) => typeof value === 'string')
      const expected = [description ? withDescription.description : '', number ? partNumber : '']
      verify('ITEM-04', answer).equals({
        claim: 'what the list carries of it is what was given',
        expected: expected.filter((_, index) => carried[index]),
        received: [entry?.['description'], partNumberOf(entry)].filter((_, index) => carried[index]),
      })
    },
  )

scenario(
  'an item by id is what was created',
  { verifies: ['ITEM-05'], needs: write },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const read = await api.send('getItem', { path: { item_id: item.id } })
    verify('ITEM-05', read).hasStatus(200)
    const record = isRecord(read.json) ? read.json : {}
    verify('ITEM-05', read).that({
      claim: 'the item that was asked for is given',
      holds: String(record['id']).toLowerCase() === item.id.toLowerCase(),
      expected: item.id,
      received: String(record['id']),
    })
    // The record is not shown: names that it has in common with the creation are compared, not what may be spelled otherwise.
    const same = Object.entries(item.body).filter(
      ([name]) => ['name', 'readableId'].includes(roleOf([name]) ?? '') && typeof record[name] === 'string',
    )
    verify('ITEM-05', read).equals({
      claim: 'the item shows what it was created with',
      expected: same,
      received: same.map(([name]) => [name, record[name]]),
    })
  },
)

scenario(
  'an item by id has the description that its creation answered',
  { verifies: ['ITEM-05'], needs: write },
  async ({ api, given, verify }) => {
    const item = await given.item({ fields: { description: 'cast, then machined' } })
    const made = pick(item.exchange.json, ['description'])
    if (made['description'] !== 'cast, then machined')
      return given.lacks({ reason: 'blocked', blockedBy: ['ITEM-04'], enable: 'the creation does not show it' })
    const read = given.accepted(await api.send('getItem', { path: { item_id: item.id } }), 'ITEM-05')
    verify('ITEM-05', read).equals({
      claim: 'the item by id shows what the creation answered',
      expected: made,
      received: pick(read.json, ['description']),
    })
  },
)

scenario(
  'an item that is listed is found by id',
  { verifies: ['ITEM-05'] },
  async ({ api, given, session, verify }) => {
    const place = { workspaceId: await given.workspace() }
    const listed = await api.send('listItems', { query: await session.dialect.listQuery('listItems', place) })
    const [id] = idsOf(given.accepted(listed, 'ITEM-01'))
    if (id === undefined || id === '') return
    const read = await api.send('getItem', { path: { item_id: id } })
    // Somebody may delete it just now.
    if (read.status === 404 && session.configuration.mode === 'read-write') return
    verify('ITEM-05', read).hasStatus(200)
    verify('ITEM-05', read).that({
      claim: 'the item that was asked for is given',
      holds: isRecord(read.json) && String(read.json['id']).toLowerCase() === id,
      expected: id,
      received: isRecord(read.json) ? String(read.json['id']) : 'no item',
    })
  },
)

interface Change {
  readonly what: string
  readonly json: (number: string) => Readonly<Record<string, string>>
  /** What the item has before. */
  readonly before: (number: string) => Readonly<Record<string, string>>
  readonly after: (number: string) => readonly unknown[]
}

const changes: readonly Change[] = [
  {
    what: 'a description alone',
    before: (number) => ({ part_number: number, description: 'before' }),
    json: () => ({ description: 'after' }),
    after: (number) => ['after', number],
  },
  {
    what: 'a part number alone',
    before: () => ({ description: 'before' }),
    json: (number) => ({ part_number: number }),
    after: (number) => ['before', number],
  },
  {
    what: 'both',
    before: () => ({}),
    json: (number) => ({ part_number: number, description: 'after' }),
    after: (number) => ['after', number],
  },
]

for (const { what, json, before, after } of changes)
  scenario(
    `an update of an item with ${what} changes that and nothing else`,
    { verifies: ['ITEM-06'], needs: ['write', 'trace'], explainedBy: ['ITEM-04', 'ITEM-05'] },
    async ({ api, given, verify }) => {
      const number = given.partNumber()
      const { id } = await given.item({ fields: before(number) })
      const path = { item_id: id }
      const first = given.accepted(await api.send('getItem', { path }), 'ITEM-05')
      const answer = await api.send('updateItem', { path, json: json(number) })
      if ('part_number' in json(number) && answer.status === 422) await given.noUndeclaredRule()
      verify('ITEM-06', answer).isAccepted()
      const read = given.accepted(await api.send('getItem', { path }), 'ITEM-05')
      verify('ITEM-06', read).equals({
        claim: 'the item has what was given, and keeps the rest',
        expected: after(number),
        received: optionsOf(read),
      })
      verify('ITEM-06', read).equals({
        claim: 'the other texts of the item stay',
        expected: otherTexts(first),
        received: otherTexts(read),
      })
    },
  )

scenario(
  'an update of an item with a name alone, or with nothing, keeps its description',
  { verifies: ['ITEM-06', 'ITEM-13'], needs: write, explainedBy: ['ITEM-04', 'ITEM-05'] },
  async ({ api, given, observe, verify }) => {
    const { id, body } = await given.item({ fields: { description: 'before' } })
    const path = { item_id: id }
    // More than one may have been learned, of which the target takes one.
    const names = Object.keys(body).filter((field) => roleOf([field]) === 'name')
    for (const json of [{}, Object.fromEntries(names.map((field) => [field, given.name()]))]) {
      const answer = await api.send('updateItem', { path, json })
      const what = Object.keys(json).join() || 'nothing'
      // No name of an item is shown, and a body without anything may be refused.
      observe('ITEM-13', `an update of an item with ${what}`, answer.status)
      const read = given.accepted(await api.send('getItem', { path }), 'ITEM-05')
      verify('ITEM-06', read).equals({
        claim: `an update with ${what} leaves the description as it was`,
        expected: 'before',
        received: optionsOf(read)[0],
      })
    }
  },
)

scenario(
  'an update of an item leaves its neighbour as it was',
  { verifies: ['ITEM-06'], needs: write, explainedBy: ['ITEM-05'] },
  async ({ api, given, verify }) => {
    const one = await given.item({ fields: { description: 'one' } })
    const two = await given.item({ product: one.product, fields: { description: 'two' } })
    const json = { description: 'one, changed' }
    verify('ITEM-06', await api.send('updateItem', { path: { item_id: one.id }, json })).isAccepted()
    const read = given.accepted(await api.send('getItem', { path: { item_id: two.id } }), 'ITEM-05')
    verify('ITEM-06', read).equals({
      claim: 'the neighbour keeps its description',
      expected: isRecord(two.exchange.json) ? (two.exchange.json['description'] ?? 'two') : 'two',
      received: optionsOf(read)[0],
    })
  },
)

scenario('a created item is listed at once', { verifies: ['ITEM-09'], needs: write }, async (context) => {
  const item = await context.given.item()
  const { answer, ids, complete } = await itemsIn(context, item.product)
  const isListed = ids.includes(item.id.toLowerCase())
  if (!isListed && !complete) return
  context.verify('ITEM-09', answer).that({
    claim: 'the list holds the item that was just created',
    holds: isListed,
    expected: 'the new item',
    received: `${ids.length} others`,
  })
})

scenario(
  'a deleted item is gone, from its list too, and its neighbour stays',
  { verifies: ['ITEM-07'], needs: write, explainedBy: ['ITEM-09', 'ITEM-14'] },
  async (context) => {
    const { api, given, verify } = context
    const item = await given.item()
    const neighbour = await given.item({ product: item.product })
    const path = { item_id: item.id }
    given.accepted(await api.send('getItem', { path }), 'ITEM-05')
    verify('ITEM-07', await api.send('deleteItem', { path })).isAccepted()
    const read = await api.send('getItem', { path })
    verify('ITEM-07', read).that({
      claim: 'the deleted item is unknown or marked as deleted',
      holds: (read.status >= 400 && read.status < 500) || isMarked(read.json),
      expected: '404, or a record marked as deleted',
      received: `${read.status}`,
    })
    const { answer, ids, entries } = await itemsIn(context, item.product)
    verify('ITEM-07', answer).that({
      claim: 'the list holds the deleted item no more',
      holds: !ids.includes(item.id.toLowerCase()) || isMarked(entries[ids.indexOf(item.id.toLowerCase())]),
      expected: 'a list without it',
      received: 'the deleted item',
    })
    const other = await api.send('getItem', { path: { item_id: neighbour.id } })
    verify('ITEM-07', other).hasStatus(200, 'more may be deleted than was asked for')
  },
)

scenario(
  'a deleted item is no longer updated',
  { verifies: ['ITEM-07'], needs: write, explainedBy: ['ERR-08'] },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const path = { item_id: item.id }
    const json = { description: 'changed' }
    given.accepted(await api.send('updateItem', { path, json }), 'ITEM-06')
    const twin = given.accepted(await api.send('deleteItem', { path }), 'ITEM-07')
    // One that is only marked as deleted may be changed, for all that the contract says.
    if ((await api.send('getItem', { path })).status !== 404) return
    verify('ITEM-07', await api.send('updateItem', { path, json })).isRefused({ twin })
  },
)

for (const type of propertyTypes)
  scenario(
    `a ${type} property of a deleted item is gone`,
    { verifies: ['ITEM-08'], needs: write, explainedBy: ['ITEM-07', 'ERR-09'] },
    async ({ api, given, verify }) => {
      const { id, item } = await given.property(type)
      given.accepted(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
      given.accepted(await api.send('deleteItem', { path: { item_id: item.id } }), 'ITEM-07')
      const read = await api.send('getProperty', { path: { property_id: id } })
      verify('ITEM-08', read).that({
        claim: 'a property of a deleted item is unknown or marked as deleted',
        holds: (read.status >= 400 && read.status < 500) || isMarked(read.json),
        expected: '404, or a record marked as deleted',
        received: `${read.status}`,
      })
      const listed = await given.listProperties(item.id)
      verify('ITEM-08', listed).that({
        claim: 'the list of a deleted item is refused or holds nothing',
        holds:
          (listed.status >= 400 && listed.status < 500) || given.entriesOf(listed).every((entry) => isMarked(entry)),
        expected: 'a refusal, or no properties',
        received: `${listed.status} with ${given.entriesOf(listed).length} entries`,
      })
    },
  )

scenario(
  'an item for an unknown product is refused',
  { verifies: ['ITEM-10'], needs: write },
  async ({ api, given, verify }) => {
    const { exchange: twin, product } = await given.item()
    const json = await given.itemBody({ ...product, id: given.unknownId() })
    const answer = await api.send('createItem', { json, broken: 'an unknown product' })
    // What was made after all stands in something that is not ours, and must not stay there.
    const made = answer.status < 300 && isRecord(answer.json) ? answer.json['id'] : undefined
    if (typeof made === 'string') await api.send('deleteItem', { path: { item_id: made } })
    verify('ITEM-10', answer).isRefused({ twin })
  },
)

scenario(
  'an item for a deleted product is refused',
  { verifies: ['ITEM-10'], needs: write },
  async ({ api, given, verify }) => {
    const { exchange: twin, product } = await given.item()
    const json = await given.itemBody(product)
    given.accepted(await api.send('deleteProduct', { path: { product_id: product.id } }), 'PROD-52')
    const answer = await api.send('createItem', { json, broken: 'a deleted product' })
    verify('ITEM-10', answer).isRefused({ twin, hint: 'the product may be looked up among the deleted ones too' })
  },
)

scenario(
  'an item without what its creation requires is refused with 422',
  { verifies: ['ITEM-11'], needs: write },
  async ({ api, given, verify }) => {
    const { exchange: twin } = await given.item()
    const answer = await api.send('createItem', { json: {}, broken: 'an empty body' })
    const made = answer.status < 300 && isRecord(answer.json) ? answer.json['id'] : undefined
    if (typeof made === 'string') await api.send('deleteItem', { path: { item_id: made } })
    verify('ITEM-11', answer).isRefused({ status: 422, twin })
  },
)

scenario(
  'the list of a product holds its own items and none of another product',
  { verifies: ['ITEM-14'], needs: write, explainedBy: ['ITEM-09'] },
  async (context) => {
    const { api, given, session, verify } = context
    const one = await given.item()
    const other = await given.item()
    const parameter = await session.dialect.productParameter(one.product.id)
    if (parameter === undefined)
      return given.lacks({ reason: 'capability-absent', enable: 'the list of items takes no product' })
    for (const [mine, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      const { id: productId, workspaceId } = mine.product
      const query = await session.dialect.listQuery('listItems', { productId, workspaceId })
      const answer = await api.send('listItems', { query: { ...query, limit: 100, offset: 0 } })
      const ids = idsOf(given.accepted(answer, 'ITEM-01'))
      verify('ITEM-14', answer).that({
        claim: 'the list holds the item of the product',
        holds: ids.includes(mine.id.toLowerCase()),
        expected: 'the item of the product',
        received: `${ids.length} others`,
      })
      verify('ITEM-14', answer).that({
        claim: 'the list holds no item of another product',
        holds: !ids.includes(theirs.id.toLowerCase()),
        expected: 'nothing of the other product',
        received: 'an item of the other product',
      })
    }
  },
)

scenario('the lists of two products that are there share no item', { verifies: ['ITEM-14'] }, async (context) => {
  const { api, given, session, verify } = context
  const parameter = await session.dialect.productParameter()
  if (parameter === undefined)
    return given.lacks({ reason: 'capability-absent', enable: 'the list of items takes no product' })
  const seen = new Map<string, string>()
  const workspaceId = await given.workspace()
  for (const { id: product, workspace_id: home } of (await existingProducts(context)).slice(0, 8)) {
    if (typeof product !== 'string') continue
    const place = { productId: product, workspaceId: typeof home === 'string' ? home : workspaceId }
    const query = await session.dialect.listQuery('listItems', place)
    const answer = await api.send('listItems', { query: { ...query, limit: 50 } })
    // Somebody may delete the product just now.
    if (answer.status >= 400) continue
    const ids = idsOf(answer).filter((id) => id !== '')
    if (ids.length > 0 && seen.size > 0)
      verify('ITEM-14', answer).that({
        claim: 'no item is listed under two products',
        holds: ids.every((id) => !seen.has(id)),
        expected: 'items of the product asked for',
        received: 'an item that another product lists as well',
      })
    for (const id of ids) seen.set(id, product)
  }
})

scenario(
  'what the contract leaves open about items is written down',
  { verifies: ['ITEM-13'], needs: ['write', 'trace'] },
  async ({ api, given, observe, session }) => {
    const number = given.partNumber()
    const { id, product } = await given.item({ fields: { part_number: number } })
    const twice = await api.send('createItem', { json: await given.itemBody(product, { part_number: number }) })
    observe('ITEM-13', 'the part number of another item', twice.status)
    const path = { item_id: id }
    const changed = await api.send('updateItem', { path, json: { part_number: given.partNumber() } })
    observe('ITEM-13', 'changing a part number in place', changed.status)
    const removed = await api.send('updateItem', { path, json: { part_number: null } })
    observe('ITEM-13', 'removing a part number', removed.status)
    observe('ITEM-13', 'product parameter of the list', (await session.dialect.productParameter(product.id)) ?? 'none')
  },
)

function isMarked(record: unknown): boolean {
  return isRecord(record) && (record['deleted'] === true || record['archived'] === true)
}

/** Description and part number of an item; unset, null and an empty text are one. */
function optionsOf({ json }: Exchange): readonly unknown[] {
  const description = isRecord(json) ? json['description'] : undefined
  return [description, partNumberOf(json)].map((value) => (value === undefined || value === '' ? null : value))
}

/** Names and places that the item shows besides; what else a record holds may be made out of what was changed. */
function otherTexts({ json }: Exchange): Readonly<Record<string, string>> {
  const lasting = new Set<string | undefined>(['name', 'readableId', 'product', 'workspace'])
  return isRecord(json)
    ? Object.fromEntries(
        Object.entries(json).flatMap(([name, value]) =>
          typeof value === 'string' && !/display|full/i.test(name) && lasting.has(roleOf([name]))
            ? [[name, value]]
            : [],
        ),
      )
    : {}
}
