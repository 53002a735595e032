import { uuidPattern } from '../../contract/patterns.ts'

/** Whether a value is a UUID string, in any letter case and of any version. */
export function isUuid(value: unknown): boolean {
  return typeof value === 'string' && uuidPattern.test(value)
}
