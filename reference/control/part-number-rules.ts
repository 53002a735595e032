import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { BodyRule } from '../service/http/body.ts'
import { notFound, validationError } from '../service/http/service-error.ts'

const wish = new BodyRule<{ readonly pattern: string | null }>({
  type: 'object',
  properties: { pattern: { type: ['string', 'null'], minLength: 1 } },
  required: ['pattern'],
})

/**
 * Tells, sets or removes the format of part numbers. A rule on a product holds for it, and for new products of its workspace too:
 * the format is judged at creation, when a product cannot have a rule of its own yet.
 */
export function registerPartNumberRuleControls(app: FastifyInstance, deployment: Deployment): void {
  const { store } = deployment
  app.get<{ Params: { id: string } }>('/products/:id/part-number-rule', (request) => {
    const rule = store.get<{ pattern: string }>(
      'SELECT pattern FROM part_number_rules WHERE product_id = ?',
      request.params.id,
    )
    return { pattern: rule?.pattern ?? null }
  })
  app.put<{ Params: { id: string } }>('/products/:id/part-number-rule', (request, reply) => {
    const pattern = patternOf(wish.read(request))
    const product = store.get<{ workspace_id: string }>(
      'SELECT workspace_id FROM products WHERE id = ?',
      request.params.id,
    )
    if (product === undefined) throw notFound('no such product')
    setRule(deployment, { workspaceId: product.workspace_id, productId: request.params.id, pattern })
    return reply.code(204).send()
  })
  app.put<{ Params: { id: string } }>('/workspaces/:id/part-number-rule', (request, reply) => {
    const pattern = patternOf(wish.read(request))
    const workspace = store.get('SELECT 1 FROM workspaces WHERE id = ?', request.params.id)
    if (workspace === undefined) throw notFound('no such workspace')
    setRule(deployment, { workspaceId: request.params.id, productId: null, pattern })
    return reply.code(204).send()
  })
}

interface Rule {
  readonly workspaceId: string
  readonly productId: string | null
  readonly pattern: string | null
}

function setRule({ store }: Deployment, { workspaceId, productId, pattern }: Rule): void {
  store.transaction(() => {
    store.run('DELETE FROM part_number_rules WHERE workspace_id = ? AND product_id IS ?', workspaceId, productId)
    if (pattern === null) return
    store.run(
      'INSERT INTO part_number_rules (workspace_id, product_id, pattern) VALUES (?, ?, ?)',
      workspaceId,
      productId,
      pattern,
    )
  })
}

function patternOf({ pattern }: { readonly pattern: string | null }): string | null {
  if (pattern === null) return null
  try {
    RegExp(pattern, 'u')
    return pattern
  } catch {
    throw validationError({ loc: ['body', 'pattern'], msg: 'is no regular expression', type: 'pattern' })
  }
}
