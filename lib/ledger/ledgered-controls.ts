import { isDeepStrictEqual } from 'node:util'
import { ControlError } from '../config/errors.ts'
import type { ControlName, Controls } from '../config/controls.ts'
import type { SettingName } from './ledger-lines.ts'
import type { Ledger } from './ledger.ts'

export interface LedgeredControlsOptions {
  readonly ledger: Ledger
  readonly mode: 'read-only' | 'read-write'
  /** Whether AI usage is declared to be on, where no control tells. */
  readonly declaredAiUsage?: boolean | undefined
}

/** Controls that only tell how something is. */
const reading: ReadonlySet<ControlName> = new Set<ControlName>(['getAiUsage', 'getRateLimit', 'getPartNumberRule'])

/** How a setting is before it is changed. */
interface Before {
  readonly known: boolean
  readonly before?: unknown
}

interface Change {
  readonly setting: SettingName
  readonly of?: string
  readonly to: unknown
  readonly read: () => Promise<Before>
  readonly apply: () => Promise<void>
}

/**
 * The controls of a run: what they change is noted in the ledger first, with how it was before, and what they put back is noted too.
 * Where writes are not allowed, those that change something are not there.
 */
export function ledgeredControls(controls: Controls, options: LedgeredControlsOptions): Controls {
  const { ledger, mode } = options
  const has = (name: ControlName): boolean => controls.has(name) && (mode === 'read-write' || reading.has(name))
  const changing = <Answer>(name: ControlName, work: () => Promise<Answer>): Promise<Answer> => {
    if (mode === 'read-write') return work()
    throw new ControlError(`the control ${name} changes the target: allow writes (--allow-writes)`)
  }
  const settings = ledgeredSettings(controls, options)
  return {
    ...controls,
    has,
    createApiKey: (request) =>
      changing('createApiKey', async () => {
        const made = await controls.createApiKey(request)
        ledger.changing({ setting: 'key', of: made.id, known: true, before: null })
        return made
      }),
    revokeApiKey: (id) =>
      changing('revokeApiKey', async () => {
        await controls.revokeApiKey(id)
        ledger.restored('key', id)
      }),
    setAiUsage: (enabled) => changing('setAiUsage', () => settings.setAiUsage(enabled)),
    setRateLimit: (limit) => changing('setRateLimit', () => settings.setRateLimit(limit)),
    setPartNumberRule: (productId, pattern) =>
      changing('setPartNumberRule', () => settings.setPartNumberRule(productId, pattern)),
    publishVersion: (productId) => changing('publishVersion', () => controls.publishVersion(productId)),
    softDeleteProperty: (propertyId) => changing('softDeleteProperty', () => controls.softDeleteProperty(propertyId)),
    createGeneratedDocument: (itemId) =>
      changing('createGeneratedDocument', () => controls.createGeneratedDocument(itemId)),
  }
}

type Settings = Pick<Controls, 'setAiUsage' | 'setRateLimit' | 'setPartNumberRule'>

/** The controls that change a setting, each after the ledger knows how it was. */
function ledgeredSettings(controls: Controls, { ledger, declaredAiUsage }: LedgeredControlsOptions): Settings {
  const change = settingChanges(ledger)
  return {
    setAiUsage: (enabled) =>
      change({
        setting: 'ai-usage',
        to: enabled,
        read: async () => {
          if (controls.has('getAiUsage')) return { known: true, before: await controls.getAiUsage() }
          return declaredAiUsage === undefined ? { known: false } : { known: true, before: declaredAiUsage }
        },
        apply: () => controls.setAiUsage(enabled),
      }),
    setRateLimit: (limit) =>
      change({
        setting: 'rate-limit',
        to: limit,
        read: async () =>
          controls.has('getRateLimit') ? { known: true, before: await controls.getRateLimit() } : { known: false },
        apply: () => controls.setRateLimit(limit),
      }),
    setPartNumberRule: (productId, pattern) =>
      change({
        setting: 'part-number-rule',
        of: productId,
        to: pattern,
        // A product of the run's own has had no rule before.
        read: async () => ({
          known: true,
          before: controls.has('getPartNumberRule') ? await controls.getPartNumberRule(productId) : null,
        }),
        apply: () => controls.setPartNumberRule(productId, pattern),
      }),
  }
}

/** Makes a change of a setting after the ledger knows how it was, and notes where that is the case again. */
function settingChanges(ledger: Ledger): (change: Change) => Promise<void> {
  const found = new Map<string, Before>()
  return async ({ setting, of, to, read, apply }) => {
    const key = `${setting} ${of ?? ''}`
    const before = found.get(key) ?? (await read())
    if (!found.has(key)) {
      ledger.changing({ setting, of, known: before.known, before: before.before })
      found.set(key, before)
    }
    await apply()
    if (!before.known || !isDeepStrictEqual(before.before, to)) return
    ledger.restored(setting, of)
    found.delete(key)
  }
}
