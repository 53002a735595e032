import { pathToFileURL } from 'node:url'
import { ConfigurationError } from './configuration-error.ts'
import { ControlError } from './control-error.ts'

/** What a target's operators may supply to do what the web application does. Every one is optional. */
export interface ControlFunctions {
  createApiKey(request: { readonly organization: 'own' | 'other' }): Promise<{ readonly id: string; readonly key: string }>
  revokeApiKey(id: string): Promise<void>
  publishVersion(productId: string): Promise<{ readonly version: number }>
  setAiUsage(enabled: boolean): Promise<void>
  setPartNumberRule(productId: string, pattern: string | null): Promise<void>
  softDeleteProperty(propertyId: string): Promise<void>
  setRateLimit(limit: { readonly limit: number; readonly windowSeconds: number } | null): Promise<void>
  createGeneratedDocument(itemId: string): Promise<{ readonly fileId: string }>
}

export type ControlName = keyof ControlFunctions

const controlNames = [
  'createApiKey',
  'revokeApiKey',
  'publishVersion',
  'setAiUsage',
  'setPartNumberRule',
  'softDeleteProperty',
  'setRateLimit',
  'createGeneratedDocument',
] as const satisfies readonly ControlName[]

/** Milliseconds that a control may take. */
const patience = 60_000

/** The controls of a run. Calling one that is not there, or that fails, throws `ControlError`. */
export interface Controls extends ControlFunctions {
  has(name: ControlName): boolean
}

/** Loads the controls module of a run; without one there are none. Throws `ConfigurationError`. */
export async function loadControls(path: string | undefined): Promise<Controls> {
  if (path === undefined) return wrapControls({})
  let module: Readonly<Record<string, unknown>>
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a module namespace is an object of unknown values
    module = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigurationError(`the controls module ${path} cannot be loaded (${why}); check --controls`, { cause })
  }
  for (const name of controlNames)
    if (module[name] !== undefined && typeof module[name] !== 'function')
      throw new ConfigurationError(`the controls module ${path} exports ${name}, which is no function`)
  return wrapControls(module)
}

/** Gives every control a bound in time and one type of failure. */
export function wrapControls(functions: Partial<ControlFunctions>): Controls {
  const bounded = <Arguments extends unknown[], Result>(
    name: ControlName,
    control: ((...given: Arguments) => Promise<Result>) | undefined,
  ): ((...given: Arguments) => Promise<Result>) => {
    return async (...given) => {
      if (control === undefined) throw new ControlError(`supply the control ${name} (--controls FILE)`)
      try {
        return await within(patience, control(...given))
      } catch (cause) {
        throw new ControlError(`the control ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
      }
    }
  }
  return {
    has: (name) => functions[name] !== undefined,
    createApiKey: bounded('createApiKey', functions.createApiKey),
    revokeApiKey: bounded('revokeApiKey', functions.revokeApiKey),
    publishVersion: bounded('publishVersion', functions.publishVersion),
    setAiUsage: bounded('setAiUsage', functions.setAiUsage),
    setPartNumberRule: bounded('setPartNumberRule', functions.setPartNumberRule),
    softDeleteProperty: bounded('softDeleteProperty', functions.softDeleteProperty),
    setRateLimit: bounded('setRateLimit', functions.setRateLimit),
    createGeneratedDocument: bounded('createGeneratedDocument', functions.createGeneratedDocument),
  }
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
