import type { Controls } from '../config/controls.ts'
import type { ChangedSetting } from './ledger-lines.ts'
import type { Ledger } from './ledger.ts'

export interface Restored {
  /** What is not as it was before the run, a line each. */
  readonly left: readonly string[]
  /** What was put as well as can be, a line each. */
  readonly notes: readonly string[]
}

/** Puts back the settings of the organization that a run has changed, those of its keys aside. */
export function restoreSettings(ledger: Ledger, controls: Controls): Promise<Restored> {
  return restoreAll(ledger, controls, ({ setting }) => setting !== 'key')
}

/** Revokes the keys that a run had made. */
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
  for (const changed of ledger.read().settings.filter(isMeant)) {
    try {
      const note = await restore(changed, controls)
      if (note !== undefined) notes.push(note)
      ledger.restored(changed.setting, changed.of)
    } catch (error) {
      left.push(`${shown(changed)}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { left, notes }
}

/** Gives a line where it cannot be known whether it is as it was before. */
async function restore(
  { setting, of = '', before, known }: ChangedSetting,
  controls: Controls,
): Promise<string | undefined> {
  switch (setting) {
    case 'key':
      await controls.revokeApiKey(of)
      return undefined
    case 'ai-usage':
      if (!known) return 'AI usage was changed, and how it was before is not known: supply the control getAiUsage'
      await controls.setAiUsage(before === true)
      return undefined
    case 'rate-limit':
      await controls.setRateLimit(isLimit(before) ? before : null)
      return known
        ? undefined
        : 'the rate limit is the default now, and how it was before is not known: supply the control getRateLimit'
    case 'part-number-rule':
      await controls.setPartNumberRule(of, typeof before === 'string' ? before : null)
      return undefined
  }
}

function isLimit(value: unknown): value is { readonly limit: number; readonly windowSeconds: number } {
  return typeof value === 'object' && value !== null && 'limit' in value && 'windowSeconds' in value
}

function shown({ setting, of, before, known }: ChangedSetting): string {
  const what = {
    key: 'key',
    'ai-usage': 'AI usage',
    'rate-limit': 'rate limit',
    'part-number-rule': 'part-number rule',
  }[setting]
  const was =
    setting === 'key' ? 'was made by the run' : known ? `was ${JSON.stringify(before)} before the run` : 'was changed'
  return `${what}${of === undefined ? '' : ` ${of}`} ${was}`
}
