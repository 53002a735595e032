import { createContext, Script } from 'node:vm'

/** Milliseconds in which an expression that does not backtrack without end is done with a short text, on any machine. */
const longestMatch = 1000

const matching = new Script('new RegExp(pattern).test(text)')

/** Whether a text matches a regular expression that others wrote; `undefined` where that backtracks without end. */
export function matchesPattern(text: string, pattern: string): boolean | undefined {
  try {
    return matching.runInContext(createContext({ pattern, text }), { timeout: longestMatch }) === true
  } catch {
    return undefined
  }
}
