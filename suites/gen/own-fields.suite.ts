import { setTimeout as pause } from 'node:timers/promises'
import {
  fieldOf,
  msUntilAnother,
  requestById,
  requestOf,
  scenario,
  succeeded,
  textField,
  type Exchange,
  type Given,
} from '#suite'
import { isDatedAhead } from '../shared/dated-ahead.ts'
import { jsonWrite } from '../shared/json-writes.ts'
import { sharedItem } from '../shared/shared-place.ts'

const needs = ['write'] as const
const broken = 'fields that the service sets itself'
const hint = 'mass assignment: unknown body fields seem to be stored'

const longAgo = '2001-02-03T04:05:06.000Z'
const stranger = { id: '6f1c0f5e-3f0a-4c55-9c1c-1f2f8d1f0a77', userName: 'Somebody else' } as const
const marks = { createdAt: longAgo, updatedAt: longAgo, createdBy: stranger, updatedBy: stranger } as const
const ofFile = { size_bytes: 7, uploadedAt: longAgo, uploaded_at: longAgo, uploadedBy: stranger, used_in: [] } as const

// The contract shows none of these fields in a body. lawful: they are skipped, or refused
const kinds = [
  {
    kind: 'product',
    creation: 'creating a product',
    create: 'POST /products',
    endpoint: 'updateProduct',
    rules: { dated: 'PROD-34', signed: 'PROD-14', kept: 'PROD-50', read: 'PROD-19' },
    createRecord: async (given: Given) => (await given.emptyProduct()).id,
  },
  {
    kind: 'property',
    creation: 'creating a property',
    create: 'POST /properties',
    endpoint: 'updateProperty',
    rules: { dated: 'PROP-38', signed: 'PROP-09', kept: 'PROP-38', read: 'PROP-27' },
    createRecord: async (given: Given, item: Parameters<Given['property']>[1]) =>
      (await given.property('text', item)).id,
  },
] as const

for (const { kind, creation, create, endpoint, rules, createRecord } of kinds) {
  scenario(
    `${create} does not store createdAt and createdBy of the body`,
    { verifies: [rules.dated, rules.signed], needs },
    async (context) => {
      const { given, verify } = context
      const { body, send } = await jsonWrite(creation, context)
      const answer = await send({ json: await body(marks), broken })
      const shown = [answer, await readBack(given, kind, answer)]
      verify(rules.dated, shown).isDatedNow('createdAt', { mayRefuse: true, hint })
      const but = { except: [stranger.id] }
      verify(rules.signed, shown).eachHas('createdBy.id', but, { mayBeMissing: true, mayRefuse: true, hint })
    },
  )

  scenario(
    `${requestOf(endpoint)} stores no createdAt, createdBy, updatedAt and updatedBy of the body`,
    { verifies: [rules.kept, rules.signed], needs },
    async (context) => {
      const { api, given, verify } = context
      const id = await createRecord(given, { item: await sharedItem(context, 'fields of the service') })
      const before = given.requireSuccess(await given.read(kind, id), rules.read)
      await pause(msUntilAnother(fieldOf(before, 'createdAt')))
      const json = { description: `brought ${given.word()}`, ...marks }
      const answer = await api.raw({ ...requestById(endpoint, id), json, broken })
      const read = await given.read(kind, id)
      verify(rules.kept, read, [before, answer]).agreesWith(before.json, {
        kind,
        only: ['createdAt', 'createdBy'],
        hint,
      })
      verify(rules.kept, read, [answer]).isDatedNow('updatedAt', {
        where: succeeded(answer) && !isDatedAhead(before),
        hint,
      })
      verify(rules.signed, read, [answer]).eachHas(
        'updatedBy.id',
        { except: [stranger.id] },
        { mayBeMissing: true, hint },
      )
    },
  )
}

/** What was created, by its id; the rejection if it was not. */
async function readBack(given: Given, kind: 'product' | 'property' | 'file', answer: Exchange): Promise<Exchange> {
  const id = fieldOf(answer, 'id')
  return succeeded(answer) && typeof id === 'string' ? given.read(kind, id) : answer
}

/** The same as fields of a form. */
const fieldsOfFile = Object.entries(ofFile).map(([name, value]) => ({
  name,
  value: typeof value === 'string' ? value : JSON.stringify(value),
}))

scenario(
  'POST /files/{target_id} does not store size_bytes, uploadedAt and uploadedBy of the form',
  { verifies: ['UP-20', 'UP-25'], needs },
  async ({ given, verify }) => {
    const { id } = await given.fileItem()
    // Where no upload is accepted, one that is rejected shows nothing.
    await given.file(id)
    const part = given.filePart()
    const answer = await given.sendForm(id, [...fieldsOfFile, part], { broken })
    const shown = [answer, await readBack(given, 'file', answer)]
    // lawful: a size that is not told; FILE-03 judges one that is a text
    const sized = shown.filter((record) => typeof fieldOf(record, 'size_bytes') !== 'string')
    const size = [part.bytes.length, null]
    verify('UP-20', sized).eachHas('size_bytes', size, { mayBeMissing: true, mayRefuse: true, hint })
    verify('UP-25', shown).isDatedNow('uploadedAt', { mayRefuse: true, hint })
    const but = { except: [stranger.id] }
    verify('UP-25', shown).eachHas('uploadedBy.id', but, { mayBeMissing: true, mayRefuse: true, hint })
  },
)

scenario(
  'PATCH /files/{file_id} does not store size_bytes, uploadedAt, uploadedBy and used_in of the body',
  { verifies: ['FILE-19'], needs },
  async ({ api, given, verify }) => {
    const file = await given.file((await given.fileItem()).id)
    const before = await given.fileRecord(textField(file.exchange, 'id', 'FILE-01'))
    const json = { description: `brought ${given.word()}` }
    const path = { file_id: file.id }
    given.requireSuccess(await api.send('updateFile', { path, json }), 'FILE-15')
    await api.send('updateFile', { path, json: { ...json, ...ofFile }, broken })
    const only = ['size_bytes', 'uploadedAt', 'uploadedBy', 'used_in']
    const read = await given.fileRecord(file.id)
    verify('FILE-19', read).agreesWith(before.json, { kind: 'file', only, hint })
  },
)
