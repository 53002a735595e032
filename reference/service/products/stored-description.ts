import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'

/** A description as it is kept: an empty one is none. */
export const storedDescription = rule((_: Deployment, text: string): string | null => (text === '' ? null : text))
