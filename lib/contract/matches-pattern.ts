import { createContext, Script } from 'node:vm'

/** Milliseconds that an expression without endless backtracking never needs for a short text, on any machine. */
const longestMatch = 1000

const matching = new Script('new RegExp(pattern).test(text)')

/** Whether a text matches a user's regular expression; `undefined` if that backtracks endlessly. */
export function matchesPattern(text: string, pattern: string): boolean | undefined {
  try {
    return matching.runInContext(createContext({ pattern, text }), { timeout: longestMatch }) === true
  } catch {
    return undefined
  }
}
