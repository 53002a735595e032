import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { collectGarbage } from './collect-garbage.ts'
import { documentedFieldNames } from '../service/interface/documented-field-names.ts'
import { isRecord } from '../contract/is-record.ts'

/** A body of fewer bytes takes no more memory than anything else that a check holds. */
const large = 1024 * 1024

/** From here on, what one body leaves behind is worth a collection. */
const huge = 4 * large

/** Bytes of large bodies that are held as parsed data at once, in the whole process: they take about ten times as much memory. */
const budget = 16 * 1024 * 1024

/** Values that take no more memory than anything else that a check holds. */
const fewValues = 20_000

/** Milliseconds between two looks whether there is room again, and how long it is waited for. */
const interval = 50
const longestWait = 2000

const oneBody = pLimit(1)
let held = 0

/** What is held now may be held for the whole run: it is not waited for again. */
let isWaitInVain = false
const registry = new FinalizationRegistry<number>((bytes) => {
  held -= bytes
})

/**
 * Parses a body within the budget of the process: a small one at once, and one large body after the other. Gives `undefined`
 * where checks hold so much already that there is no room for this one.
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
  // What was read of the bodies before is outside of the heap, and V8 does not mind it in time.
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
    // What has been collected is told in a task of its own.
    await pause(interval)
  }
  isWaitInVain = !fits(bytes)
  return !isWaitInVain
}

function fits(bytes: number): boolean {
  return held === 0 || held + bytes <= budget
}

/** Entries kept of what no documented field holds: more than any request could have asked for. */
const mostKept = 1000

const documented: ReadonlySet<string> = new Set(['items', 'count', ...[...documentedFieldNames.values()].flat()])

/**
 * Cuts arrays and objects of undocumented fields down to their beginning, in place: a lawful answer may hold any amount of them,
 * and nothing is judged by them. Gives the number of values that are left.
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
