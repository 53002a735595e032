import type { DescribedDialect, DescribedName } from '../../config/described-dialect.ts'
import type { EndpointId } from '../interface/endpoint.ts'
import { roleOf, type Role } from './role.ts'

/** Parameters that the contract defines: they have no other meaning. */
const named = new Set(['limit', 'offset', 'q', 'version', 'includedeleted', 'type', 'format'])

/** The described query parameter of a list for a role: by its name, or because it is the only one with an unknown name. */
export function describedParameter(
  described: DescribedDialect | undefined,
  endpoint: EndpointId,
  role: Role,
): string | undefined {
  const names = open(described, endpoint)
  const byName = names.find(({ name }) => roleOf([name]) === role)
  const unclear = names.filter(({ name, required }) => required && roleOf([name]) === undefined)
  return byName?.name ?? (unclear.length === 1 ? unclear[0]?.name : undefined)
}

/** The query parameters that a description requires, except those of the contract. */
export function describedRequired(described: DescribedDialect | undefined, endpoint: EndpointId): readonly string[] {
  return open(described, endpoint).flatMap(({ name, required }) => (required ? [name] : []))
}

function open(described: DescribedDialect | undefined, endpoint: EndpointId): readonly DescribedName[] {
  return (described?.parameters[endpoint] ?? []).filter(({ name }) => !named.has(name.toLowerCase()))
}
