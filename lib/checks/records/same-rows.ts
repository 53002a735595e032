import type { Criterion, Row } from '../finding.ts'

/** For the claim that records, told by some of their fields, are the expected ones, in whatever order. */
export function sameRows(
  expected: readonly Row[],
  received: readonly Row[],
): { readonly expected: readonly Row[]; readonly received: readonly Row[]; readonly criterion: Criterion } {
  return {
    expected: inOrder(expected),
    received: inOrder(received),
    criterion: { kind: 'rows', expected, received },
  }
}

function inOrder(rows: readonly Row[]): readonly Row[] {
  const written = rows.map((row) => ({ row, text: JSON.stringify(row) }))
  return written.toSorted((one, other) => (one.text < other.text ? -1 : 1)).map(({ row }) => row)
}
