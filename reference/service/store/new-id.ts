import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'

/** The id of something new. */
export const newId = rule((_deployment: Pick<Deployment, 'replacements'>): string => randomUUID())
