import type { RateLimiter } from './http/rate-limiter.ts'
import type { Replacements } from './rule.ts'
import type { Store } from './store/store.ts'

/** All that one running service is made of. Routes and rules get it as their first parameter; nothing lives outside it. */
export interface Deployment {
  readonly store: Store
  /** Rules that this deployment has otherwise; none in a plain one. */
  readonly replacements: Replacements
  readonly rateLimiter: RateLimiter
  /** The organization that `own` means in the control plane, and the `other` one. */
  readonly organizations: { readonly own: string; readonly other: string }
  readonly maxUploadBytes: number
  /** How long an upload waits for its automatic description. */
  readonly descriptionDelayMs: number
  /** Aborted on close: work that outlives its request stops on it. */
  readonly closing: AbortSignal
}
