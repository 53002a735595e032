import { evenText, partNumberOf, show, type Claim } from '#suite'

/** A part number as it is compared. lawful: letter case, spaces at the ends and composition may be evened out by the service. */
export function evenNumber(number: unknown): unknown {
  const text = evenText(number ?? undefined)
  return typeof text === 'string' ? text.toLowerCase() : text
}

/** Claims that a record shows a part number; without one, that it shows none. */
export function showsNumber(claim: string, number: string | undefined, record: unknown): Claim {
  const shown = partNumberOf(record) ?? undefined
  return {
    claim,
    holds: evenNumber(shown) === evenNumber(number),
    expected: number === undefined ? 'no number' : show(number),
    received: shown === undefined ? 'no number' : show(shown),
    criterion: { kind: 'same', expected: number, received: shown },
  }
}
