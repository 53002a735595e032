import type { Controls } from '../config/controls.ts'
import type { ChangedSetting } from './ledger-lines.ts'
import type { Ledger } from './ledger.ts'

export interface Restored {
  /** What is not as it was before the run, a line each. */
  readonly left: readonly string[]
  /** What was put as well as can be, a line each. */
  readonly notes: readonly string[]
}

/** Restores the settings of the organization that a run changed, except its keys. */
export function restoreSettings(ledger: Ledger, controls: Controls): Promise<Restored> {
  return restoreAll(ledger, controls, ({ setting }) => setting !== 'key')
}

/** Revokes the keys that a run had created. */
export function revokeKeys(ledger: Ledger, controls: Controls): Promise<Restored> {
  return restoreAll(ledger, controls, ({ setting }) => setting === 'key')
}

async function restoreAll(
  ledger: Ledger,
  controls: Controls,
  isMeant: (setting: ChangedSetting) => boolean,
): Promise<Restored> {
  const left: string[] = []
  const notes: string[] = []
  const { settings, entries } = ledger.read()
  const made = new Set(entries.map(({ id }) => id))
  for (const changed of settings.filter(isMeant)) {
    try {
      const note = await restore(changed, { controls, made })
      if (note !== undefined) notes.push(note)
      ledger.restored(changed.setting, changed.of)
    } catch (error) {
      left.push(`${shown(changed)}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { left, notes }
}

interface Restoring {
  readonly controls: Controls
  /** The ids of what the run has created. */
  readonly made: ReadonlySet<string | undefined>
}

/** Returns a line if it is unknown whether the setting is restored. */
async function restore(changed: ChangedSetting, { controls, made }: Restoring): Promise<string | undefined> {
  switch (changed.setting) {
    case 'key':
      if (changed.of === undefined)
        return 'the control createApiKey may have created a key without returning it: revoke it'
      await controls.revokeApiKey(changed.of)
      return undefined
    case 'ai-usage':
      if (changed.before === undefined)
        return 'AI usage was changed and its earlier value is unknown; supply the control getAiUsage'
      await controls.setAiUsage(changed.before)
      return undefined
    case 'rate-limit':
      await controls.setRateLimit(changed.before ?? null)
      return changed.before !== undefined
        ? undefined
        : 'the rate limit is the default now and its earlier value is unknown; supply the control getRateLimit'
    case 'part-number-rule':
      if (!made.has(changed.of))
        return `product ${changed.of} was not created by the run: its part-number rule was not changed`
      await controls.setPartNumberRule(changed.of, changed.before ?? null)
      return undefined
  }
}

function shown(changed: ChangedSetting): string {
  if (changed.setting === 'key') return `key ${changed.of ?? 'without an id'} was created by the run`
  const what = { 'ai-usage': 'AI usage', 'rate-limit': 'rate limit', 'part-number-rule': 'part-number rule' }
  const of = changed.of === undefined ? '' : ` ${changed.of}`
  const was = changed.before === undefined ? 'was changed' : `was ${JSON.stringify(changed.before)} before the run`
  return `${what[changed.setting]}${of} ${was}`
}
