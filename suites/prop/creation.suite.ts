import { idsOf, isRecord, propertyTypes, scenario } from '#suite'
import { linkOf } from '../file/usages.ts'
import { comparable } from './comparable.ts'

const needs = ['write'] as const

for (const type of propertyTypes)
  scenario(
    `the creation of a ${type} property is answered with 201 and the property`,
    { verifies: ['PROP-29'], needs },
    async ({ api, given, verify }) => {
      const item = await given.item()
      const answer = await api.send('createProperty', { json: await given.propertyBody(type, item) })
      verify('PROP-29', answer).hasStatus(201)
      const property = isRecord(answer.json) ? answer.json : {}
      verify('PROP-29', answer).that({
        claim: 'the answer is the property, with its references',
        holds: typeof property['id'] === 'string' && Array.isArray(property['references']),
        expected: 'an id and an array of references',
        received: `id ${typeof property['id']}, references ${typeof property['references']}`,
      })
    },
  )

scenario(
  'references that a creation gives come back',
  { verifies: ['PROP-26', 'PROP-29', 'PROP-37'], needs },
  async ({ api, given, observe, verify }) => {
    const item = await given.item()
    const links = [
      linkOf((await given.file(item.id)).exchange.json) ?? '',
      linkOf((await given.file(item.id)).exchange.json) ?? '',
    ]
    if (links.includes(''))
      return given.untestable({
        reason: 'blocked',
        blockedBy: ['UP-04'],
        cause: 'the upload shows no link to refer to',
      })
    const references = links.map((file_link_id, index) => ({ file_link_id, page: index + 2 }))
    const json = await given.propertyBody('text', item, { references })
    const answer = await api.send('createProperty', { json })
    observe('PROP-37', 'references at creation', answer.status)
    if (answer.status >= 400)
      return given.untestable({ reason: 'capability-absent', cause: 'the target takes no references at creation' })
    const read = await api.send('getProperty', { path: { property_id: String(idsOfOne(answer.json)) } })
    for (const exchange of [answer, given.requireSuccess(read, 'PROP-27')])
      verify('PROP-29', exchange).that({
        claim: 'the references are those that were sent',
        holds: references.every(({ file_link_id: link, page }) =>
          referencesIn(exchange.json).includes(`${link.toLowerCase()} ${page}`),
        ),
        expected: references.map(({ file_link_id: link, page }) => `${link} ${page}`).join(', '),
        received: referencesIn(exchange.json).join(', '),
      })
    const id = String(idsOfOne(answer.json)).toLowerCase()
    const listed = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    const entry = given.entriesOf(listed).find((one) => String(one['id']).toLowerCase() === id)
    if (entry === undefined || referencesIn(read.json).length === 0) return
    verify('PROP-26', listed).equals({
      claim: 'the list shows the references that the record shows',
      expected: referencesIn(read.json).toSorted(),
      received: referencesIn(entry).toSorted(),
    })
  },
)

for (const type of propertyTypes)
  scenario(
    `a created ${type} property is there by id and in its item's list at once`,
    { verifies: ['PROP-30', 'PROP-04'], needs, causedBy: ['PROP-27'] },
    async ({ api, given, verify }) => {
      const property = await given.property(type)
      const listed = given.requireSuccess(
        await given.listProperties(property.item.id, { query: { limit: 100 } }),
        'PROP-19',
      )
      verify('PROP-30', listed).that({
        claim: 'the list holds the property that was just created',
        holds: idsOf(listed).includes(property.id.toLowerCase()),
        expected: 'the new property',
        received: `${idsOf(listed).length} others`,
      })
      const read = await api.send('getProperty', { path: { property_id: property.id } })
      verify('PROP-30', read).hasStatus(200)
      const entry = given.entriesOf(listed).find(({ id }) => String(id).toLowerCase() === property.id.toLowerCase())
      for (const [exchange, record] of [
        [property.exchange, property.exchange.json],
        [read, read.json],
        [listed, entry],
      ] as const) {
        const owner = isRecord(record) ? record['item_id'] : undefined
        if (typeof owner !== 'string') continue
        verify('PROP-04', exchange).that({
          claim: 'item_id is the item that the property was created on',
          holds: owner.toLowerCase() === property.item.id.toLowerCase(),
          expected: property.item.id,
          received: owner,
        })
      }
    },
  )

/** What moves by itself, or has rules of its own. */
const unsettled = ['createdAt', 'updatedAt', 'item_id']

for (const type of propertyTypes)
  scenario(
    `a ${type} property by id is the one that its creation answered`,
    { verifies: ['PROP-30'], needs, causedBy: ['PROP-05', 'PROP-26', 'PROP-27', 'PROP-31'] },
    async ({ api, given, verify }) => {
      const property = await given.property(type)
      const read = given.requireSuccess(
        await api.send('getProperty', { path: { property_id: property.id } }),
        'PROP-27',
      )
      // The result of a formula may come later than the answer.
      const gone = new Set([...unsettled, ...(type === 'formula' ? ['value'] : [])])
      const [made, found] = [property.exchange.json, read.json].map((json) =>
        isRecord(json) ? Object.fromEntries(Object.entries(json).filter(([name]) => !gone.has(name))) : {},
      )
      const { one, other } = comparable(made ?? {}, found ?? {})
      verify('PROP-30', read).that({
        claim: 'what the creation and the record both show is the same',
        holds: one === other,
        expected: one,
        received: other,
      })
    },
  )

scenario(
  'a property for an unknown item is refused',
  { verifies: ['PROP-36'], needs },
  async ({ api, given, verify }) => {
    const { exchange: control, item } = await given.property('text')
    const answer = await api.send('createProperty', {
      json: await given.propertyBody('text', { ...item, id: given.unknownId() }),
      broken: 'an unknown item',
    })
    // What was made after all hangs on something that is not ours, and must not stay there.
    const [made] = answer.status < 300 ? [idsOfOne(answer.json)] : []
    if (typeof made === 'string') await api.send('deleteProperty', { path: { property_id: made } })
    verify('PROP-36', answer).isRefused({ control })
  },
)

scenario(
  'a property for a deleted item is refused',
  { verifies: ['PROP-36'], needs },
  async ({ api, given, verify }) => {
    const { exchange: control, item } = await given.property('text')
    const json = await given.propertyBody('text', item)
    const path = { item_id: item.id }
    given.requireSuccess(await api.send('deleteItem', { path }), 'ITEM-07')
    // One that is only marked as deleted may take properties, for all that the contract says.
    if ((await api.send('getItem', { path })).status !== 404) return
    const answer = await api.send('createProperty', { json, broken: 'a deleted item' })
    verify('PROP-36', answer).isRefused({ control, hint: 'the item may be looked up among the deleted ones too' })
  },
)

scenario(
  'several properties for an unknown item are refused',
  { verifies: ['PROP-36'], needs },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const control = given.requireSuccess(
      await api.send('createPropertiesInBulk', { json: await given.propertyBulk(item) }),
      'BULK-02',
    )
    const json = await given.propertyBulk({ ...item, id: given.unknownId() })
    const answer = await api.send('createPropertiesInBulk', { json, broken: 'an unknown item' })
    if (answer.status < 300)
      for (const made of madeIn(answer.json)) await api.send('deleteProperty', { path: { property_id: made } })
    verify('PROP-36', answer).that({
      claim: 'several properties for an unknown item are not made',
      holds: answer.status >= 400 || madeIn(answer.json).length === 0,
      expected: 'a refusal, or nothing made',
      received: `${answer.status} with ${madeIn(answer.json).length} properties (after ${control.status} for a known item)`,
    })
  },
)

scenario(
  'what the contract leaves open about properties is written down',
  { verifies: ['PROP-37'], needs },
  async ({ api, given, observe }) => {
    const item = await given.item()
    const { id } = await given.property('text', { item })
    const hinted = await api.send('getProperty', { path: { property_id: id }, query: { type: 'numeric' } })
    observe('PROP-37', 'a text asked for as numeric', hinted.status)
    for (const [what, fields] of [
      ['a unit on a text', { category: 'Length', display_unit: 'mm' }],
      ['an unknown body field', { conformance_unknown_field: 1 }],
    ] as const) {
      const answer = await api.send('createProperty', { json: await given.propertyBody('text', item, fields) })
      observe('PROP-37', what, answer.status)
    }
  },
)

function idsOfOne(json: unknown): unknown {
  return isRecord(json) ? json['id'] : undefined
}

/** Ids of properties that an answer to a bulk creation shows, whatever its shape. */
function madeIn(json: unknown): readonly string[] {
  const lists = [json, ...(isRecord(json) ? Object.values(json) : [])].filter((value) => Array.isArray(value))
  return lists.flatMap((list: readonly unknown[]) =>
    list.flatMap((entry) => (isRecord(entry) && typeof entry['id'] === 'string' ? [entry['id']] : [])),
  )
}

function referencesIn(json: unknown): readonly string[] {
  const references: unknown = isRecord(json) ? json['references'] : undefined
  if (!Array.isArray(references)) return []
  return references
    .filter((one) => isRecord(one))
    .map((one) => `${String(one['file_link_id']).toLowerCase()} ${String(one['page'])}`)
}
