import type { DescribedDialect, DescribedName } from '../../config/described-dialect.ts'
import type { EndpointId } from '../interface/endpoint.ts'
import { roleOf, type Role } from './role.ts'

/** Parameters that the contract names: they stand for nothing else. */
const named = new Set(['limit', 'offset', 'q', 'version', 'includedeleted', 'type', 'format'])

/** The query parameter of a list that a description has for a role: by its name, or because it is the only one whose name says nothing. */
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

/** The query parameters that a description calls required, beyond those that the contract names. */
export function describedRequired(described: DescribedDialect | undefined, endpoint: EndpointId): readonly string[] {
  return open(described, endpoint).flatMap(({ name, required }) => (required ? [name] : []))
}

function open(described: DescribedDialect | undefined, endpoint: EndpointId): readonly DescribedName[] {
  return (described?.parameters[endpoint] ?? []).filter(({ name }) => !named.has(name.toLowerCase()))
}
