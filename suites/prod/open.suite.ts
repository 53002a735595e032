import { errorCodeOf, idsOf, isRecord, scenario, type Exchange } from '#suite'

const needs = ['write'] as const

scenario(
  'how the workspace parameter is spelled is recorded',
  { verifies: ['PROD-60'] },
  async ({ observe, session }) => {
    observe('PROD-60', 'workspace parameter', await session.dialect.workspaceParameter())
  },
)

scenario('a list without a workspace is recorded', { verifies: ['PROD-60'] }, async ({ api, given, observe }) => {
  const list = await api.send('listProducts', { query: { limit: 200 } })
  observe('PROD-60', 'list without a workspace', list.status === 200 ? 'taken' : answerOf(list))
  if (list.status !== 200) return
  const workspaces = new Set(given.entriesOf(list).map((entry) => String(entry['workspace_id']).toLowerCase()))
  observe(
    'PROD-60',
    'list without a workspace has products of',
    workspaces.size > 1 ? 'several workspaces' : 'one workspace',
  )
})

scenario('unknown fields in bodies are recorded', { verifies: ['PROD-62'], needs }, async ({ given, observe }) => {
  const body = { ...(await given.productBody()), colour: 'blue' }
  const creation = await given.createProduct(body, { broken: 'an unknown field' })
  observe(
    'PROD-62',
    'unknown field at creation',
    creation.status < 300 ? keptOr(creation, 'ignored') : answerOf(creation),
  )
  const { id } = await given.product()
  const update = await given.update(id, { colour: 'blue' }, { broken: 'an unknown field' })
  observe('PROD-62', 'unknown field in an update', update.status < 300 ? keptOr(update, 'ignored') : answerOf(update))
})

scenario(
  'null for a field that is always set is recorded',
  { verifies: ['PROD-62'], needs },
  async ({ given, observe }) => {
    const { id } = await given.product()
    // Passed over or refused, it breaks nothing: a server error, or a product without a name, has a rule of its own.
    for (const field of ['name', 'readable_id', 'baseline_version_number'] as const) {
      const answer = await given.update(id, { [field]: null }, { broken: 'null for a field that is always set' })
      observe('PROD-62', `null for ${field} in an update`, answer.status < 300 ? 'taken' : answerOf(answer))
      await given.readProduct(id)
    }
  },
)

scenario('an empty search text is recorded', { verifies: ['PROD-62'] }, async ({ given, observe }) => {
  const workspaceId = await given.workspace()
  const [empty, all] = await Promise.all([
    given.listProducts(workspaceId, { query: { q: '', limit: 1 } }),
    given.listProducts(workspaceId, { query: { limit: 1 } }),
  ])
  const isAll = idsOf(empty).length === idsOf(all).length
  observe(
    'PROD-62',
    'empty search text',
    empty.status !== 200 ? answerOf(empty) : isAll ? 'finds all' : 'finds nothing',
  )
})

scenario('an emptied description is recorded', { verifies: ['PROD-62'], needs }, async ({ given, observe }) => {
  const { id } = await given.product({ description: 'described' })
  const update = await given.update(id, { description: '' })
  const read = await given.readProduct(id)
  const left = isRecord(read.json) ? read.json['description'] : undefined
  const now = left === undefined ? 'left out' : left === '' ? 'an empty text' : left === null ? 'null' : 'as before'
  observe('PROD-62', 'description set to an empty text', update.status < 300 ? now : answerOf(update))
})

scenario(
  'the readable_id of a deleted product is recorded',
  { verifies: ['PROD-62'], needs },
  async ({ api, given, observe }) => {
    const { id, body } = await given.product()
    given.requireSuccess(await api.send('deleteProduct', { path: { product_id: id } }), 'PROD-52')
    const again = await given.createProduct(await given.productBody({ readable_id: body.readable_id }))
    observe('PROD-62', 'readable_id of a deleted product', again.status < 300 ? 'free again' : answerOf(again))
  },
)

scenario(
  'how a product spells its part number is recorded',
  { verifies: [], covers: ['PROD-61'], needs: ['write', 'trace'] },
  async ({ given }) => {
    const { id } = await given.productWithPartNumber()
    await given.readProduct(id)
  },
)

function keptOr(answer: Exchange, otherwise: string): string {
  return isRecord(answer.json) && 'colour' in answer.json ? 'kept' : otherwise
}

function answerOf(answer: Exchange): string {
  return `${answer.status} ${errorCodeOf(answer) ?? ''}`.trimEnd()
}
