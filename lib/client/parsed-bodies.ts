import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { collectGarbage } from './collect-garbage.ts'
import { documentedFieldNames } from '../service/interface/documented-field-names.ts'
import { isRecord } from '../contract/is-record.ts'

/** A body with fewer bytes takes no more memory than the other values of a check. */
const large = 1024 * 1024

/** From this size on, the memory of one body is worth a garbage collection. */
const huge = 4 * large

/** Bytes of large bodies that the process keeps parsed at the same time: they take about ten times as much memory. */
const budget = 16 * 1024 * 1024

/** The number of values that takes no more memory than the other values of a check. */
const fewValues = 20_000

/** Milliseconds between two attempts to find room, and the longest wait. */
const interval = 50
const longestWait = 2000

const oneBody = pLimit(1)
let held = 0

/** What is held now may be held for the whole run: nothing waits for it again. */
let isWaitInVain = false
const registry = new FinalizationRegistry<number>((bytes) => {
  held -= bytes
})

/**
 * Parses a body within the memory budget of the process: a small one immediately, large ones one after the other. Returns
 * `undefined` if checks hold too much memory.
 */
export function parseWithinBudget<Parsed extends { readonly json: unknown }>(
  bytes: number,
  parse: () => Parsed,
): Parsed | Promise<Parsed | undefined> {
  return bytes < large ? parse() : oneBody(() => parseLarge(bytes, parse))
}

async function parseLarge<Parsed extends { readonly json: unknown }>(
  bytes: number,
  parse: () => Parsed,
): Promise<Parsed | undefined> {
  if (!(await hasRoom(bytes))) return undefined
  // The buffers of earlier bodies are outside the heap, and V8 frees them too late.
  if (bytes > huge) collectGarbage()
  const parsed = parse()
  if (typeof parsed.json === 'object' && parsed.json !== null && cutUndocumented(parsed.json) > fewValues) {
    held += bytes
    registry.register(parsed.json, bytes)
  }
  return parsed
}

async function hasRoom(bytes: number): Promise<boolean> {
  const longest = isWaitInVain ? interval : longestWait
  for (let waited = 0; waited < longest && !fits(bytes); waited += interval) {
    collectGarbage()
    // A garbage collection is reported in a separate task.
    await pause(interval)
  }
  isWaitInVain = !fits(bytes)
  return !isWaitInVain
}

function fits(bytes: number): boolean {
  return held === 0 || held + bytes <= budget
}

/** The number of entries kept in an undocumented field: more than any request could ask for. */
const mostKept = 1000

const documented: ReadonlySet<string> = new Set(['items', 'count', ...[...documentedFieldNames.values()].flat()])

/**
 * Truncates arrays and objects in undocumented fields, in place: a lawful answer may contain any amount, and nothing judges them.
 * Returns the number of remaining values.
 */
export function cutUndocumented(json: unknown): number {
  let left = 0
  const waiting: unknown[] = [json]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    left += 1
    if (Array.isArray(value)) for (const entry of value) waiting.push(entry)
    if (isRecord(value)) for (const field of Object.entries(value)) waiting.push(cutField(value, field))
  }
  return left
}

function cutField(record: Record<string, unknown>, [name, value]: readonly [string, unknown]): unknown {
  if (documented.has(name)) return value
  if (Array.isArray(value)) value.length = Math.min(value.length, mostKept)
  if (!isRecord(value)) return value
  const entries = Object.entries(value)
  if (entries.length <= mostKept) return value
  const cut = Object.fromEntries(entries.slice(0, mostKept))
  Object.defineProperty(record, name, { value: cut, enumerable: true, writable: true, configurable: true })
  return cut
}
