import { request } from 'undici'

/** What a target's operators may let a run do in place of the web application. */
export interface Controls {
  readonly createApiKey: (wish: { readonly organization: 'own' | 'other' }) => Promise<{ id: string; key: string }>
  readonly revokeApiKey: (id: string) => Promise<void>
  readonly publishVersion: (productId: string) => Promise<{ version: number }>
  readonly setAiUsage: (enabled: boolean) => Promise<void>
  readonly setPartNumberRule: (productId: string, pattern: string | null) => Promise<void>
  readonly softDeleteProperty: (propertyId: string) => Promise<void>
  readonly setRateLimit: (rate: RateLimit | null) => Promise<void>
  readonly createGeneratedDocument: (itemId: string) => Promise<{ fileId: string }>
  readonly getAiUsage: () => Promise<boolean>
  readonly getRateLimit: () => Promise<RateLimit | null>
  readonly getPartNumberRule: (productId: string) => Promise<string | null>
}

interface RateLimit {
  readonly limit: number
  readonly windowSeconds: number
}

interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** The controls of a reference service, by the address of its control plane. */
export function createControls(controlUrl: string): Controls {
  const ask = (wish: ControlRequest): Promise<unknown> => send(controlUrl, wish)
  return {
    createApiKey: async ({ organization }) => {
      const answer = await ask({ method: 'POST', path: '/keys', body: { organization } })
      return { id: textOf(answer, 'id'), key: textOf(answer, 'key') }
    },
    revokeApiKey: async (id) => {
      await ask({ method: 'DELETE', path: `/keys/${encodeURIComponent(id)}` })
    },
    publishVersion: async (productId) => {
      const answer = await ask({ method: 'POST', path: `/products/${encodeURIComponent(productId)}/publish` })
      return { version: Number(fieldOf(answer, 'version')) }
    },
    setAiUsage: async (enabled) => {
      await ask({ method: 'PUT', path: '/ai-usage', body: { enabled } })
    },
    setPartNumberRule: async (productId, pattern) => {
      const path = `/products/${encodeURIComponent(productId)}/part-number-rule`
      await ask({ method: 'PUT', path, body: { pattern } })
    },
    softDeleteProperty: async (propertyId) => {
      await ask({ method: 'POST', path: `/properties/${encodeURIComponent(propertyId)}/soft-delete` })
    },
    setRateLimit: async (rate) => {
      await ask({ method: 'PUT', path: '/rate-limit', body: rate })
    },
    createGeneratedDocument: async (itemId) => {
      const path = `/items/${encodeURIComponent(itemId)}/generated-document`
      return { fileId: textOf(await ask({ method: 'POST', path }), 'fileId') }
    },
    getAiUsage: async () => fieldOf(await ask({ method: 'GET', path: '/ai-usage' }), 'enabled') === true,
    getRateLimit: async () => {
      const rate = await ask({ method: 'GET', path: '/rate-limit' })
      if (rate === null || rate === undefined) return null
      return { limit: Number(fieldOf(rate, 'limit')), windowSeconds: Number(fieldOf(rate, 'windowSeconds')) }
    },
    getPartNumberRule: async (productId) => {
      const path = `/products/${encodeURIComponent(productId)}/part-number-rule`
      const pattern = fieldOf(await ask({ method: 'GET', path }), 'pattern')
      return typeof pattern === 'string' ? pattern : null
    },
  }
}

async function send(controlUrl: string, { method, path, body }: ControlRequest): Promise<unknown> {
  const answer = await request(`${controlUrl.replace(/\/$/, '')}${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`control answered ${answer.statusCode}: ${text} (${method} ${path})`)
  return text === '' ? undefined : JSON.parse(text)
}

function fieldOf(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
}

function textOf(answer: unknown, name: string): string {
  const value = fieldOf(answer, name)
  if (typeof value !== 'string') throw new Error(`control answered without ${name}`)
  return value
}
