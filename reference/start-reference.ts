import type { FastifyInstance } from 'fastify'
import { controlApplication } from './control/application.ts'
import { ControlAccess } from './control/control-access.ts'
import type { Deployment } from './service/deployment.ts'
import { publicApplication } from './service/http/application.ts'
import { issueKey, revokeKey } from './service/http/keys.ts'
import { RateLimiter } from './service/http/rate-limiter.ts'
import type { Replacements } from './service/rule.ts'
import { seed, type SeedName } from './seed/seed.ts'
import type { Fixtures, Seeded } from './seed/seeded.ts'
import { Store } from './service/store/store.ts'

/** What of a service is changed from outside, so that it is another one than the sound service. */
export interface Hooks {
  /** Other functions for some of its rules. */
  readonly replacements?: Replacements
  /** Changes the filled store before the service listens. */
  readonly prepareStore?: (deployment: Deployment) => void
  /** Adds hooks to the public interface, before its routes. */
  readonly extend?: (app: FastifyInstance, deployment: Deployment) => void
}

/** How a reference service is to be; every option may be left out. */
export interface ReferenceOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly controlPort?: number
  readonly host?: string
  /** A database file, which is made if there is none; without it all is in memory and gone at the end. */
  readonly data?: string
  /** What a new store is filled with; 'embedded' by default. A reopened file stays as it is. */
  readonly seed?: SeedName
  readonly maxUploadBytes?: number
  /** How long the automatic description of an upload takes; 150 ms by default. */
  readonly descriptionDelayMs?: number
  readonly hooks?: Hooks
}

/** Keys that were issued for this start; those of earlier starts of the same file still work. */
export interface ReferenceKeys {
  readonly own: string
  /** A second user's. */
  readonly sameOrganization: string
  readonly otherOrganization: string
  readonly revoked: string
}

/** A running reference service. */
export interface Reference {
  readonly baseUrl: string
  readonly controlUrl: string
  readonly keys: ReferenceKeys
  readonly fixtures: Fixtures
  readonly maxUploadBytes: number
  readonly close: () => Promise<void>
}

const defaultMaxUploadBytes = 5 * 1024 * 1024
const defaultDescriptionDelayMs = 150

/** Starts a service of its own: store, public interface and control plane; any number of them may run in one process. */
export async function startReference({ hooks = {}, ...options }: ReferenceOptions = {}): Promise<Reference> {
  const store = new Store(options.data ?? ':memory:')
  const closing = new AbortController()
  const applications: FastifyInstance[] = []
  const close = async (): Promise<void> => {
    if (closing.signal.aborted) return
    closing.abort()
    await Promise.all(applications.map((application) => application.close()))
    store.close()
  }
  try {
    const seeded = seed(store, options.seed ?? 'embedded')
    const deployment: Deployment = {
      store,
      replacements: hooks.replacements ?? new Map(),
      rateLimiter: new RateLimiter(),
      organizations: { own: seeded.own.id, other: seeded.other.id },
      maxUploadBytes: options.maxUploadBytes ?? defaultMaxUploadBytes,
      descriptionDelayMs: options.descriptionDelayMs ?? defaultDescriptionDelayMs,
      closing: closing.signal,
    }
    const keys = store.transaction(() => issueKeys(deployment, seeded))
    hooks.prepareStore?.(deployment)
    const host = options.host ?? '127.0.0.1'
    const service = await publicApplication(deployment, (app) => hooks.extend?.(app, deployment))
    const access = new ControlAccess()
    const control = await controlApplication(deployment, access)
    applications.push(service, control)
    const baseUrl = await service.listen({ host, port: options.port ?? 0 })
    // The control plane asks for no key, but for a token that is part of its address, and never leaves the machine.
    const controlOrigin = await control.listen({ host: '127.0.0.1', port: options.controlPort ?? 0 })
    const controlUrl = `${controlOrigin}/${access.token}`
    const { maxUploadBytes } = deployment
    return { baseUrl, controlUrl, keys, fixtures: seeded.fixtures, maxUploadBytes, close }
  } catch (error) {
    await close()
    throw error
  }
}

function issueKeys(deployment: Deployment, { own, other }: Seeded): ReferenceKeys {
  const ofOwn = { organizationId: own.id, userId: own.userIds[0] }
  const ofOther = { organizationId: other.id, userId: other.userIds[0] }
  const revoked = issueKey(deployment, { ...ofOwn, name: 'revoked' })
  revokeKey(deployment, revoked.id, new Date(Date.now() - 86_400_000))
  return {
    own: issueKey(deployment, { ...ofOwn, name: 'first' }).key,
    sameOrganization: issueKey(deployment, { ...ofOwn, userId: own.userIds[1] ?? own.userIds[0], name: 'second' }).key,
    otherOrganization: issueKey(deployment, { ...ofOther, name: 'other organization' }).key,
    revoked: revoked.key,
  }
}
