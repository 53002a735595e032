import type { FastifyInstance } from 'fastify'
import { controlApplication } from './control/application.ts'
import { ControlAccess } from './control/control-access.ts'
import type { Deployment } from './service/deployment.ts'
import { Activations } from '../proof/changes/activations.ts'
import { changesOf, type Otherwise } from './changes-of.ts'
import { publicApplication } from './service/http/application.ts'
import { issueKey, revokeKey } from './service/http/keys.ts'
import { RateLimiter } from './service/http/rate-limiter.ts'
import { applyRules } from '../proof/changes/apply-rules.ts'
import { applyStore } from '../proof/changes/apply-store.ts'
import { applyWire } from '../proof/changes/apply-wire.ts'
import { seed, type SeedName } from './seed/seed.ts'
import type { Fixtures, Seeded } from './seed/seeded.ts'
import { Store } from './service/store/store.ts'

/** How a reference service is to be; every option may be left out. */
export interface ReferenceOptions extends Otherwise {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly controlPort?: number
  readonly host?: string
  /** A database file, which is made where there is none; without it all is in memory and gone at the end. */
  readonly data?: string
  /** What a new store is filled with; 'embedded' by default. A reopened file stays as it is. */
  readonly seed?: SeedName
  readonly maxUploadBytes?: number
  /** How long the automatic description of an upload takes; 150 ms by default. */
  readonly descriptionDelayMs?: number
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
  readonly faults: { readonly activations: () => Record<string, number> }
  readonly close: () => Promise<void>
}

const defaultMaxUploadBytes = 5 * 1024 * 1024
const defaultDescriptionDelayMs = 150

/** Starts a service of its own: store, public interface and control plane; any number of them may run in one process. */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const activations = new Activations(options.faults ?? [])
  const changes = await changesOf(options, activations)
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
      replacements: applyRules(changes),
      rateLimiter: new RateLimiter(),
      organizations: { own: seeded.own.id, other: seeded.other.id },
      maxUploadBytes: options.maxUploadBytes ?? defaultMaxUploadBytes,
      descriptionDelayMs: options.descriptionDelayMs ?? defaultDescriptionDelayMs,
      closing: closing.signal,
    }
    const keys = store.transaction(() => issueKeys(deployment, seeded))
    applyStore(deployment, changes)
    const host = options.host ?? '127.0.0.1'
    const service = await publicApplication(deployment, (app) => applyWire(app, deployment, changes))
    const access = new ControlAccess()
    const control = await controlApplication({ deployment, activations, access })
    applications.push(service, control)
    const baseUrl = await service.listen({ host, port: options.port ?? 0 })
    // The control plane asks for no key, but for a token that is part of its address, and never leaves the machine.
    const controlOrigin = await control.listen({ host: '127.0.0.1', port: options.controlPort ?? 0 })
    const controlUrl = `${controlOrigin}/${access.token}`
    const { maxUploadBytes } = deployment
    const faults = { activations: () => activations.counts() }
    return { baseUrl, controlUrl, keys, fixtures: seeded.fixtures, maxUploadBytes, faults, close }
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
