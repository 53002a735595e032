import { pick, scenario, type Exchange, type Verify } from '#suite'

const needs = ['second-key', 'write'] as const

scenario(
  'a refusal tells nothing of the foreign resource',
  { verifies: ['AUTH-26'], needs },
  async ({ given, verify }) => {
    const { id, body, workspaceId } = await given.foreignProduct()
    const texts = [body.name, body.readable_id, body.description ?? body.name]
    tellsNothing(verify, await given.read('product', id), [...texts, workspaceId])
    tellsNothing(verify, await given.update(id, {}), [...texts, workspaceId])
    tellsNothing(verify, await given.listProducts(workspaceId, { query: { q: 'conformance' } }), texts)
  },
)

scenario(
  'a refusal tells nothing of a foreign item, property or file',
  { verifies: ['AUTH-26'], needs },
  async ({ api, given, verify }) => {
    const [property, file] = [await given.foreignProperty(), await given.foreignFile()]
    const { item } = property
    const texts = [
      item.product.id,
      item.product.workspaceId,
      item.product.body.name,
      ...textsOf(item.exchange.json, ['name', 'description', 'readable_id']),
      ...textsOf(property.exchange.json, ['name', 'value', 'readable_id']),
      ...textsOf(file.exchange.json, ['originalFileName', 'userTitle']),
    ]
    const path = { item_id: item.id, property_id: property.id, file_id: file.id, target_id: item.id }
    for (const endpoint of ['getItem', 'getProperty', 'getFile', 'downloadFile'] as const)
      tellsNothing(verify, await api.send(endpoint, { path }), texts)
    for (const endpoint of ['updateItem', 'updateProperty', 'updateFile'] as const)
      tellsNothing(verify, await api.send(endpoint, { path, json: { description: 'mine' } }), texts)
    tellsNothing(verify, await api.send('uploadFile', { path, form: [given.filePart()] }), texts)
  },
)

/** A refusal of access, in whose body none of the texts stands; short ones may stand there by chance. */
function tellsNothing(verify: Verify<'AUTH-26'>, answer: Exchange, secrets: readonly string[]): void {
  if (answer.status !== 401 && answer.status !== 403) return
  const text = Buffer.from(answer.body).toString()
  verify('AUTH-26', answer).that({
    claim: 'the body of a refusal holds no name or text of the resource',
    holds: secrets.every((secret) => secret.length < 6 || !text.includes(secret)),
    expected: 'error, message and details that tell nothing of it',
    received: text,
  })
}

function textsOf(record: unknown, fields: readonly string[]): readonly string[] {
  return Object.values(pick(record, fields)).filter((value) => typeof value === 'string')
}
