import type { FastifyInstance } from 'fastify'
import type { SQLInputValue } from 'node:sqlite'
import type { Deployment } from '../service/deployment.ts'
import { BodyRule } from '../service/http/body.ts'
import { notFound } from '../service/http/service-error.ts'

interface Status {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly groupKey: string
}

const text = { type: 'string', minLength: 1 } as const

const statusWish = new BodyRule<{ readonly status: Status | null }>({
  type: 'object',
  properties: {
    status: {
      type: ['object', 'null'],
      properties: { id: text, name: text, color: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }, groupKey: text },
      required: ['id', 'name', 'color', 'groupKey'],
      additionalProperties: false,
    },
  },
  required: ['status'],
})

const archivedWish = new BodyRule<{ readonly archived: boolean }>({
  type: 'object',
  properties: { archived: { type: 'boolean' } },
  required: ['archived'],
})

const excludedWish = new BodyRule<{ readonly excludedStatusIds: readonly string[] }>({
  type: 'object',
  properties: { excludedStatusIds: { type: 'array', items: text } },
  required: ['excludedStatusIds'],
})

const ownerWish = new BodyRule<{ readonly userId: string | null }>({
  type: 'object',
  properties: { userId: { type: ['string', 'null'] } },
  required: ['userId'],
})

/** What people set on a product in the web application. */
export function registerProductControls(app: FastifyInstance, { store }: Deployment): void {
  const set = (column: string, id: string, value: SQLInputValue): void => {
    if (store.run(`UPDATE products SET ${column} = ? WHERE id = ?`, value, id) === 0) throw notFound('no such product')
  }
  app.put<{ Params: { id: string } }>('/products/:id/status', (request, reply) => {
    const { status } = statusWish.read(request)
    set('status', request.params.id, status === null ? null : JSON.stringify(status))
    return reply.code(204).send()
  })
  app.put<{ Params: { id: string } }>('/products/:id/archived', (request, reply) => {
    set('archived', request.params.id, archivedWish.read(request).archived ? 1 : 0)
    return reply.code(204).send()
  })
  app.put<{ Params: { id: string } }>('/products/:id/excluded-statuses', (request, reply) => {
    set('excluded_status_ids', request.params.id, JSON.stringify(excludedWish.read(request).excludedStatusIds))
    return reply.code(204).send()
  })
  app.put<{ Params: { id: string } }>('/products/:id/owner', (request, reply) => {
    const { userId } = ownerWish.read(request)
    if (userId !== null && store.get('SELECT 1 FROM users WHERE id = ?', userId) === undefined)
      throw notFound('no such user')
    set('owner_id', request.params.id, userId)
    return reply.code(204).send()
  })
}
