import { scenario } from '#suite'

const needs = ['write'] as const

const required = [
  { field: 'workspace_id', id: 'PROD-21' },
  { field: 'name', id: 'PROD-22' },
  { field: 'readable_id', id: 'PROD-23' },
] as const

for (const { field, id } of required)
  scenario(`a creation without ${field} is refused`, { verifies: [id], needs }, async ({ given, verify }) => {
    const { exchange: control } = await given.product({ description: 'described' })
    for (const fields of [{}, { description: 'described' }]) {
      const { [field]: _, ...body } = await given.productBody(fields)
      const answer = await given.createProduct(body, { broken: `no ${field}` })
      verify(id, answer).isRefused({ status: 422, control })
    }
  })

const empty = [
  { field: 'name', id: 'PROD-24' },
  { field: 'readable_id', id: 'PROD-25' },
] as const

for (const { field, id } of empty)
  scenario(`an empty ${field} is refused on creation`, { verifies: [id], needs }, async ({ given, verify }) => {
    const { exchange: control } = await given.product()
    const body = { ...(await given.productBody()), [field]: '' }
    const answer = await given.createProduct(body, { broken: `an empty ${field}` })
    verify(id, answer).isRefused({ status: 422, control })
  })

scenario(
  'a creation in an unknown workspace is refused',
  { verifies: ['PROD-31'], needs },
  async ({ given, observe, verify }) => {
    const { exchange: control, workspaceId } = await given.product()
    const body = await given.productBody({ workspace_id: given.unknownId() })
    const answer = await given.createProduct(body)
    verify('PROD-31', answer).isRefused({ control })
    observe('PROD-31', 'unknown workspace at creation', answer.status)
    const { exchange, ids } = await given.search(workspaceId, body.name)
    verify('PROD-31', exchange).equals({
      claim: 'a creation in an unknown workspace leaves nothing in a known one',
      expected: [],
      received: ids.length === 0 ? [] : given.entriesOf(exchange).filter(({ name }) => name === body.name),
    })
  },
)
