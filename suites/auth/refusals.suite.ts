import { scenario } from '#suite'
import { claimTellsNothing } from './foreign-claims.ts'
import { foreignPlace } from './foreign-place.ts'

scenario(
  'the refusals of a foreign list, of an update without fields and of an upload tell nothing of the resource',
  { verifies: ['AUTH-26'], needs: ['second-key', 'write'] },
  async (context) => {
    const { api, given, verify } = context
    const item = await foreignPlace('foreign place', context).item()
    const { product } = item
    const answers = [
      await given.listProducts(product.workspaceId, { query: { q: 'conformance' } }),
      await given.listProperties(item.id),
      await api.send('uploadFile', { path: { target_id: item.id }, form: [given.filePart()] }),
    ]
    for (const answer of answers)
      if (answer.status === 401 || answer.status === 403)
        claimTellsNothing(verify, answer, [item.exchange.json, product.exchange.json])
  },
)
