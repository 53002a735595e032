import { basename } from 'node:path'
import type { ControlFunctions, RateLimitSetting } from '../../api/controls.d.ts'
import { keepSecret } from '../client/redactor.ts'
import { isRecord } from '../contract/is-record.ts'
import { lineOfError } from './code-place.ts'
import { ControlError } from './errors.ts'
import { nearestWord } from './nearest-word.ts'

export type { ControlFunctions } from '../../api/controls.d.ts'

export type ControlName = keyof ControlFunctions

/** The names of all controls. */
export const controlNames = [
  'createApiKey',
  'revokeApiKey',
  'publishVersion',
  'setAiUsage',
  'setPartNumberRule',
  'softDeleteProperty',
  'setRateLimit',
  'createGeneratedDocument',
  'getAiUsage',
  'getRateLimit',
  'getPartNumberRule',
] as const satisfies readonly ControlName[]

/** Milliseconds that a control may take. */
const longestCall = 60_000

/** The controls of a run. Calling a missing or failing one throws `ControlError`. */
export interface Controls extends ControlFunctions {
  has(name: ControlName): boolean
  /** Exports of the module that are not controls, or that there are none, one line each. */
  readonly warnings: readonly string[]
  /** Lets go of what they run in. */
  readonly end: () => void
}

export interface ControlLimits {
  /** Milliseconds for one call; a minute by default. */
  readonly timeoutMs?: number
  /** Their module, for messages about failures. */
  readonly path?: string
  readonly end?: () => void
}

type Call = (name: ControlName, ...given: readonly unknown[]) => Promise<unknown>

/** Calls a control with a time limit; everything that it throws becomes a `ControlError`. */
function callOf(functions: Partial<ControlFunctions>, limits: ControlLimits): Call {
  const supplied = new Map<string, unknown>(Object.entries(functions))
  return async (name, ...given) => {
    const control = supplied.get(name)
    if (typeof control !== 'function') throw new ControlError(`supply the control ${name} (--controls FILE)`)
    try {
      const answer: unknown = await within(limits.timeoutMs ?? longestCall, async () =>
        Reflect.apply(control, functions, given),
      )
      return answer
    } catch (cause) {
      const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
      throw new ControlError(`the control ${name} failed: ${why}${placeOf(cause, limits.path)}`, { cause })
    }
  }
}

/** Gives every control a time limit, one type of failure, and a checked answer. */
export function wrapControls(functions: Partial<ControlFunctions>, limits: ControlLimits = {}): Controls {
  const supplied = new Map<string, unknown>(Object.entries(functions).filter(([, value]) => value !== undefined))
  const call = callOf(functions, limits)
  return {
    has: (name) => supplied.has(name),
    warnings: warningsOf([...supplied.keys()], limits.path),
    end: () => limits.end?.(),
    createApiKey: async (request) => {
      const answer = await call('createApiKey', request)
      const key = textOf(answer, 'key', 'createApiKey')
      keepSecret(key)
      return { id: textOf(answer, 'id', 'createApiKey'), key }
    },
    revokeApiKey: async (id) => void (await call('revokeApiKey', id)),
    publishVersion: async (productId) => {
      const answer = await call('publishVersion', productId)
      const version = isRecord(answer) ? answer['version'] : undefined
      if (typeof version === 'number' && Number.isInteger(version)) return { version }
      throw new ControlError('the control publishVersion did not return an integer version')
    },
    setAiUsage: async (enabled) => void (await call('setAiUsage', enabled)),
    setPartNumberRule: async (productId, pattern) => void (await call('setPartNumberRule', productId, pattern)),
    softDeleteProperty: async (propertyId) => void (await call('softDeleteProperty', propertyId)),
    setRateLimit: async (limit) => void (await call('setRateLimit', limit)),
    createGeneratedDocument: async (itemId) => {
      const answer = await call('createGeneratedDocument', itemId)
      return { fileId: textOf(answer, 'fileId', 'createGeneratedDocument') }
    },
    getAiUsage: async () => {
      const enabled = await call('getAiUsage')
      if (typeof enabled === 'boolean') return enabled
      throw new ControlError('the control getAiUsage returned neither true nor false')
    },
    getRateLimit: async () => rateLimitOf(await call('getRateLimit')),
    getPartNumberRule: async (productId) => {
      const pattern = await call('getPartNumberRule', productId)
      if (typeof pattern === 'string' || pattern === null) return pattern
      throw new ControlError('the control getPartNumberRule returned neither a pattern nor null')
    },
  }
}

function rateLimitOf(answer: unknown): RateLimitSetting {
  if (answer === null) return null
  const { limit, windowSeconds } = isRecord(answer) ? answer : {}
  if (isPositive(limit) && isPositive(windowSeconds)) return { limit, windowSeconds }
  throw new ControlError('the control getRateLimit returned neither { limit, windowSeconds } nor null')
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < Infinity
}

function warningsOf(names: readonly string[], path: string | undefined): readonly string[] {
  const unknown = names.filter((name) => !isControlName(name)).map((name) => describeUnknown(name))
  if (path === undefined || names.length > 0) return unknown
  return [`the controls module ${path} exports no control, so it has no effect`]
}

/** The place in the controls module if a control failed; reports show nothing else of the machine. */
function placeOf(cause: unknown, path: string | undefined): string {
  const line = path === undefined ? undefined : lineOfError(cause, path)
  return path === undefined || line === undefined ? '' : ` (${basename(path)}:${line})`
}

function isControlName(name: string): name is ControlName {
  return controlNames.some((known) => known === name)
}

function describeUnknown(name: string): string {
  const meant = nearestWord(name, controlNames)
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return `the controls module exports ${name}, which is not a control and is ignored${hint}`
}

function textOf(answer: unknown, field: string, control: ControlName): string {
  const value = isRecord(answer) ? answer[field] : undefined
  if (typeof value === 'string' && value !== '') return value
  throw new ControlError(`the control ${control} did not return ${field}`)
}

async function within(milliseconds: number, work: () => Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
