import { diffArrays } from 'diff'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../contract/is-record.ts'

/** A line of two values laid out side by side; a side that has no such line is left out. */
export interface DifferenceLine {
  readonly depth: number
  readonly expected?: string
  readonly received?: string
  /** Where the values differ here, the place: `items[2].value`. */
  readonly path?: string
}

interface Place {
  readonly path: string
  readonly depth: number
  /** What stands before the value in its line, such as `"name": `. */
  readonly before: string
}

/**
 * Two JSON values line by line, aligned by their keys and by the entries that their lists have in common. Without the commas: they
 * would differ where nothing else does.
 */
export function jsonDifference(expected: unknown, received: unknown): readonly DifferenceLine[] {
  return compared(expected, received, { path: '', depth: 0, before: '' })
}

/** The lines of one value. */
export function jsonLines(value: unknown): readonly DifferenceLine[] {
  return compared(value, value, { path: '', depth: 0, before: '' })
}

function compared(expected: unknown, received: unknown, place: Place): DifferenceLine[] {
  if (isRecord(expected) && isRecord(received)) return enclosed('{}', fieldLines(expected, received, place), place)
  if (Array.isArray(expected) && Array.isArray(received))
    return enclosed('[]', entryLines(expected, received, place), place)
  if (isDeepStrictEqual(expected, received)) return oneSided(expected, 'expected', place).map((line) => both(line))
  return besideEachOther(oneSided(expected, 'expected', place), oneSided(received, 'received', place), place.path)
}

function both({ depth, expected = '' }: DifferenceLine): DifferenceLine {
  return { depth, expected, received: expected }
}

function enclosed(brackets: '{}' | '[]', lines: readonly DifferenceLine[], place: Place): DifferenceLine[] {
  const [open = '', close = ''] = brackets
  const line = (text: string): DifferenceLine => ({ depth: place.depth, expected: text, received: text })
  if (lines.length === 0) return [line(`${place.before}${brackets}`)]
  return [line(`${place.before}${open}`), ...lines, line(close)]
}

type Fields = Readonly<Record<string, unknown>>

function fieldLines(expected: Fields, received: Fields, { path, depth }: Place): DifferenceLine[] {
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(received)])]
  return keys.flatMap((key) => {
    const place = {
      path: path === '' ? key : `${path}.${key}`,
      depth: depth + 1,
      before: `${JSON.stringify(key)}: `,
    }
    if (!Object.hasOwn(received, key)) return marked(oneSided(expected[key], 'expected', place), place.path)
    if (!Object.hasOwn(expected, key)) return marked(oneSided(received[key], 'received', place), place.path)
    return compared(expected[key], received[key], place)
  })
}

function entryLines(expected: readonly unknown[], received: readonly unknown[], place: Place): DifferenceLine[] {
  let index = 0
  return pairs(expected, received).flatMap((pair) => {
    const at = { path: `${place.path}[${index}]`, depth: place.depth + 1, before: '' }
    if (pair.received === undefined) return marked(oneSided(pair.expected?.entry, 'expected', at), at.path)
    index += 1
    if (pair.expected === undefined) return marked(oneSided(pair.received.entry, 'received', at), at.path)
    return compared(pair.expected.entry, pair.received.entry, at)
  })
}

/** Entries that stand beside each other; one that the other list does not have stands alone. */
interface Pair {
  readonly expected?: { readonly entry: unknown } | undefined
  readonly received?: { readonly entry: unknown } | undefined
}

function pairs(expected: readonly unknown[], received: readonly unknown[]): Pair[] {
  const changes = diffArrays([...expected], [...received], { comparator: isDeepStrictEqual })
  return changes.flatMap(({ added, removed, value }, index) => {
    if (removed) return besides(value, changes[index + 1]?.added === true ? (changes[index + 1]?.value ?? []) : [])
    if (added) return changes[index - 1]?.removed === true ? [] : besides([], value)
    return besides(value, value)
  })
}

function besides(expected: readonly unknown[], received: readonly unknown[]): Pair[] {
  return Array.from({ length: Math.max(expected.length, received.length) }, (_, index) => ({
    expected: index < expected.length ? { entry: expected[index] } : undefined,
    received: index < received.length ? { entry: received[index] } : undefined,
  }))
}

function oneSided(value: unknown, side: 'expected' | 'received', { depth, before }: Place): DifferenceLine[] {
  const text = JSON.stringify(value, undefined, 2) ?? 'nothing'
  return text.split('\n').map((line, index) => {
    const indentation = /^ */.exec(line)?.[0].length ?? 0
    return { depth: depth + indentation / 2, [side]: `${index === 0 ? before : ''}${line.slice(indentation)}` }
  })
}

function marked(lines: readonly DifferenceLine[], path: string): DifferenceLine[] {
  return lines.map((line) => ({ ...line, path }))
}

function besideEachOther(
  expected: readonly DifferenceLine[],
  received: readonly DifferenceLine[],
  path: string,
): DifferenceLine[] {
  const length = Math.max(expected.length, received.length)
  return Array.from({ length }, (_, index) => ({ depth: 0, ...expected[index], ...received[index], path }))
}
