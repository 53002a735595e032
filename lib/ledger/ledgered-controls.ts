import { isDeepStrictEqual } from 'node:util'
import { ControlError } from '../config/errors.ts'
import type { ControlName, Controls } from '../config/controls.ts'
import { keyProblem, type TargetKeys } from '../config/read-keys.ts'
import type { ChangedSetting } from './ledger-lines.ts'
import type { Ledger } from './ledger.ts'

export interface LedgeredControlsOptions {
  readonly ledger: Ledger
  readonly mode: 'read-only' | 'read-write'
  /** The given keys of the run: a control must not return one of them as new, because it would be revoked. */
  readonly keys: TargetKeys
  /** Whether AI usage is declared as on, if no control reports it. */
  readonly declaredAiUsage?: boolean | undefined
}

/** Controls that only tell how something is. */
const reading: ReadonlySet<ControlName> = new Set<ControlName>(['getAiUsage', 'getRateLimit', 'getPartNumberRule'])

interface Change extends Pick<ChangedSetting, 'setting' | 'of'> {
  /** The setting with its old value, if known. */
  readonly read: () => Promise<ChangedSetting>
  readonly to: unknown
  readonly apply: () => Promise<void>
}

/**
 * The controls of a run: the ledger notes each change first, with the old value, and each restoration. If writes are not allowed,
 * controls that change something are absent.
 */
export function ledgeredControls(controls: Controls, options: LedgeredControlsOptions): Controls {
  const { ledger, mode } = options
  const has = (name: ControlName): boolean => controls.has(name) && (mode === 'read-write' || reading.has(name))
  const changing = <Answer>(name: ControlName, work: () => Promise<Answer>): Promise<Answer> => {
    if (mode === 'read-write') return work()
    throw new ControlError(`the control ${name} changes the target; allow writes (--allow-writes)`)
  }
  const settings = ledgeredSettings(controls, options)
  return {
    ...controls,
    has,
    createApiKey: (request) =>
      changing('createApiKey', async () => {
        if (controls.has('createApiKey')) ledger.changing({ setting: 'key' })
        const made = await controls.createApiKey(request)
        if (Object.values(options.keys).includes(made.key))
          throw new ControlError(
            'the control createApiKey returned a key that the run already has; it must create a new one',
          )
        ledger.changing({ setting: 'key', of: made.id })
        ledger.restored('key', undefined)
        const problem = keyProblem(made.key)
        if (problem !== undefined) throw new ControlError(`the key of the control createApiKey ${problem}`)
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
      changing('createGeneratedDocument', async () => {
        const entry = ledger.planned({ kind: 'file', identity: 'own', place: itemId })
        const made = await controls.createGeneratedDocument(itemId)
        ledger.made(entry, made.fileId)
        return made
      }),
  }
}

type Settings = Pick<Controls, 'setAiUsage' | 'setRateLimit' | 'setPartNumberRule'>

/** The controls that change a setting, each after its old value is in the ledger. */
function ledgeredSettings(controls: Controls, { ledger, declaredAiUsage }: LedgeredControlsOptions): Settings {
  const change = settingChanges(ledger)
  return {
    setAiUsage: (enabled) =>
      change({
        setting: 'ai-usage',
        read: async () => {
          const before = controls.has('getAiUsage') ? await controls.getAiUsage() : declaredAiUsage
          return { setting: 'ai-usage', ...(before !== undefined && { before }) }
        },
        to: enabled,
        apply: () => controls.setAiUsage(enabled),
      }),
    setRateLimit: (limit) =>
      change({
        setting: 'rate-limit',
        read: async () => ({
          setting: 'rate-limit',
          ...(controls.has('getRateLimit') && { before: await controls.getRateLimit() }),
        }),
        to: limit,
        apply: () => controls.setRateLimit(limit),
      }),
    setPartNumberRule: (productId, pattern) =>
      change({
        setting: 'part-number-rule',
        of: productId,
        read: async () => ({
          setting: 'part-number-rule',
          of: productId,
          // A product of the run's own has had no rule before.
          before: controls.has('getPartNumberRule') ? await controls.getPartNumberRule(productId) : null,
        }),
        to: pattern,
        apply: () => controls.setPartNumberRule(productId, pattern),
      }),
  }
}

/** Changes a setting after its old value is in the ledger, and notes when it is restored. */
function settingChanges(ledger: Ledger): (change: Change) => Promise<void> {
  const found = new Map<string, ChangedSetting>()
  return async ({ setting, of, read, to, apply }) => {
    const name = `${setting} ${of ?? ''}`
    const before = found.get(name) ?? (await read())
    if (!found.has(name)) {
      ledger.changing(before)
      found.set(name, before)
    }
    await apply()
    if (!('before' in before) || !isDeepStrictEqual(before.before, to)) return
    ledger.restored(setting, of)
    found.delete(name)
  }
}
