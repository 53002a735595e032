import type { AskedVersion } from './asked-version.ts'

/** The parameters that are given, as in a URL. */
export function queryText(parameters: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${given.map(([name, value]) => `${name}=${value}`).join('&')}`
}

/** A version by its number, which the run learns, is N. */
export function versionText(asked: AskedVersion): string | undefined {
  return asked === 'number' ? 'N' : asked
}
