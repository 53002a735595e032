import type { Check } from '../../lib/run/check.ts'

/** The checks of some requirements: those that claim something of one, or make the traffic that is judged by it. */
export function checksOf(requirements: readonly string[], checks: readonly Check[]): readonly Check[] {
  const sought: ReadonlySet<string> = new Set(requirements)
  return checks.filter(({ verifies, covers }) => [...verifies, ...covers].some((id) => sought.has(id)))
}
