import type { Exchange } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'
import { asText } from '../contract/show.ts'

/** The machine-readable code of an error answer, or `undefined` if it has none. */
export function errorCodeOf(exchange: Exchange): string | undefined {
  if (!isRecord(exchange.json)) return undefined
  const code = exchange.json['error']
  return typeof code === 'string' ? code : undefined
}

/** The paths in `details.errors[].loc` of a validation error, each as an array of texts; empty if there are none. */
export function validationLocations(exchange: Exchange): readonly (readonly string[])[] {
  if (!isRecord(exchange.json) || !isRecord(exchange.json['details'])) return []
  const errors = exchange.json['details']['errors']
  if (!Array.isArray(errors)) return []
  return errors.flatMap((entry: unknown) =>
    isRecord(entry) && Array.isArray(entry['loc']) ? [entry['loc'].map((part) => asText(part))] : [],
  )
}
