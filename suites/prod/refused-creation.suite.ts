import { scenario } from '#suite'

type Body = Readonly<Record<string, unknown>>

const without = (field: string) => (body: Body) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
const empty = (field: string) => (body: Body) => ({ ...body, [field]: '' })

const wrong = [
  { id: 'PROD-21', what: 'without workspace_id', breakBody: without('workspace_id') },
  { id: 'PROD-22', what: 'without name', breakBody: without('name') },
  { id: 'PROD-23', what: 'without readable_id', breakBody: without('readable_id') },
  { id: 'PROD-24', what: 'with an empty name', breakBody: empty('name') },
  { id: 'PROD-25', what: 'with an empty readable_id', breakBody: empty('readable_id') },
] as const

const beside = [
  { where: '', fields: {} },
  { where: ' but with a description', fields: { description: 'described' } },
] as const

for (const { id, what, breakBody } of wrong)
  for (const { where, fields } of beside)
    scenario(
      `creating a product ${what}${where} is rejected`,
      { verifies: [id], needs: ['write'] },
      async ({ given, session, verify }) => {
        const make = async () => given.leave((await given.product({ description: 'described' })).exchange)
        const control = await session.shared('creation of a whole product', make)
        const answer = await given.createProduct(breakBody({ ...(await given.productBody(fields)) }), { broken: what })
        verify(id, answer).isRefused({ status: 422, control })
      },
    )

scenario(
  'creating a product in an unknown workspace is rejected',
  { verifies: ['PROD-31'], needs: ['write'] },
  async ({ given, observe, verify }) => {
    const { exchange: control, workspaceId } = await given.product()
    const body = await given.productBody({ workspace_id: given.unknownId() })
    const answer = await given.createProduct(body)
    verify('PROD-31', answer).isRefused({ control })
    observe('PROD-31', 'unknown workspace at creation', answer.status)
    const { exchange } = await given.search(workspaceId, body.name)
    verify('PROD-31', exchange).eachHas('name', { except: [body.name] }, { mayBeMissing: true })
  },
)
