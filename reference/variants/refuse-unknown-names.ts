import type { FastifyRequest } from 'fastify'
import { validationError, type ValidationEntry } from '../service/http/service-error.ts'
import type { VariantSwitch } from './variant-switch.ts'
import { isRecord } from './vary-records.ts'

const parameters: Readonly<Record<string, readonly string[]>> = {
  'GET /workspaces': ['limit', 'offset'],
  'GET /products': ['workspace_id', 'q', 'limit', 'offset'],
  'GET /items': ['product_id', 'limit', 'offset'],
  'GET /properties': ['item_id', 'version', 'includeDeleted', 'type', 'limit', 'offset'],
  'GET /properties/:property_id': ['version', 'type'],
  'GET /files': ['product_id', 'item_id', 'limit', 'offset'],
  'GET /files/:id/download': ['product_id', 'version', 'format'],
  'GET /organization/users': ['limit', 'offset'],
}

const fields: Readonly<Record<string, readonly string[]>> = {
  'POST /products': ['workspace_id', 'name', 'readable_id', 'description', 'part_number'],
  'PATCH /products/:product_id': ['name', 'description', 'part_number', 'readable_id', 'baseline_version_number'],
  'PATCH /files/:id': ['userTitle', 'description'],
  'POST /items': ['product_id', 'name', 'readable_id', 'description', 'part_number'],
  'PATCH /items/:item_id': ['name', 'description', 'part_number'],
  'POST /items/bulk': ['product_id', 'items'],
  'POST /properties': property('item_id', 'readable_id'),
  'PATCH /properties/:property_id': property('reason'),
  'POST /properties/bulk': ['item_id', 'properties'],
}

/** Refuses what a strict service does not know; only where it is chosen. */
export function refuseUnknownNames(variants: VariantSwitch, request: FastifyRequest, route: string): void {
  const { query, body } = request
  const unknown: ValidationEntry[] = []
  if (variants.chosen('unknown-query-parameters-are-refused') && isRecord(query)) {
    const camel = route === 'GET /products' && variants.chosen('workspace-parameter-in-camel-case')
    const known = [...(parameters[route] ?? []), ...(camel ? ['workspaceId'] : [])]
    unknown.push(...extra(Object.keys(query), known, 'query'))
  }
  const known = fields[route]
  if (variants.chosen('unknown-body-fields-are-refused') && known !== undefined && isRecord(body)) {
    unknown.push(...extra(Object.keys(body), known, 'body'))
  }
  if (unknown.length > 0) throw validationError(...unknown)
}

function extra(names: readonly string[], known: readonly string[], where: string): ValidationEntry[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({
      loc: [where, name.replace(/^unknown /u, '')],
      msg: 'Extra inputs are not permitted',
      type: 'extra_forbidden',
    }))
}

function property(...more: readonly string[]): readonly string[] {
  return [...more, 'type', 'name', 'value', 'category', 'display_unit', 'expression', 'description', 'references']
}
