import { ConfigurationError } from './errors.ts'
import type { SettingEntry } from './settings.ts'

/** Reads true or false; `undefined` if nothing is set. */
export function booleanSetting(entry: SettingEntry | undefined): boolean | undefined {
  if (entry === undefined) return undefined
  if (typeof entry.given === 'boolean') return entry.given
  const text = entry.given.trim().toLowerCase()
  if (['true', '1', 'yes'].includes(text)) return true
  if (['false', '0', 'no'].includes(text)) return false
  throw new ConfigurationError(`${entry.source} is "${entry.given}"; give true or false`)
}

/** Reads one of a few words. */
export function choiceSetting<const Choice extends string>(
  entry: SettingEntry | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (entry === undefined) return undefined
  const chosen = choices.find((choice) => choice === entry.given)
  if (chosen !== undefined) return chosen
  throw new ConfigurationError(`${entry.source} is "${entry.given}"; give one of ${choices.join(', ')}`)
}

/** Reads a whole number within bounds, both included. */
export function integerSetting(
  entry: SettingEntry | undefined,
  bounds: { readonly from: number; readonly to: number },
): number | undefined {
  if (entry === undefined) return undefined
  const number = Number(entry.given)
  if (/^\d+$/.test(String(entry.given)) && number >= bounds.from && number <= bounds.to) return number
  throw new ConfigurationError(
    `${entry.source} is "${entry.given}"; give a whole number from ${bounds.from} to ${bounds.to}`,
  )
}

/** Reads a number above a bound. */
export function numberSetting(entry: SettingEntry | undefined, bounds: { readonly above: number }): number | undefined {
  if (entry === undefined) return undefined
  const number = Number(entry.given)
  if (/^\d+(\.\d+)?$/.test(String(entry.given)) && number > bounds.above) return number
  throw new ConfigurationError(`${entry.source} is "${entry.given}"; give a number above ${bounds.above}`)
}
