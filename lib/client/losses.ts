import type { PreparedRequest } from './prepare-request.ts'

/** How many times the client repeats a request without a complete answer while others are answered. */
export const timesAskedAgain = 3

interface Loss {
  /** Those that were under way together count as one. */
  readonly times: number
  readonly at: number
  readonly hasTimedOut: boolean
}

/** Counts requests without a complete answer, until one is complete: by check, and lawful requests also by endpoint. */
export class Losses {
  readonly #lost = new Map<string, Loss>()

  /** Returns how many times in a row, one after the other, the request was lost. */
  lost(request: PreparedRequest, { sentAt, hasTimedOut }: { readonly sentAt: number; readonly hasTimedOut: boolean }) {
    const at = Date.now()
    return Math.max(
      ...keysOf(request).map((key) => {
        const known = this.#lost.get(key)
        if (known && sentAt < known.at) return known.times
        const loss = { times: (known?.times ?? 0) + 1, at, hasTimedOut: hasTimedOut || known?.hasTimedOut === true }
        this.#lost.set(key, loss)
        return loss.times
      }),
    )
  }

  answered(request: PreparedRequest): void {
    if (this.#lost.size > 0) for (const key of keysOf(request)) this.#lost.delete(key)
  }

  /** Whether the check that lost the answer repeats the request. */
  isAskedAgain(request: PreparedRequest): boolean {
    const times = this.#lost.get(keyOfCheck(request))?.times ?? 0
    return times > 0 && times <= timesAskedAgain
  }

  /** Whether an equal request timed out before: then it gets more time. */
  hasTimedOut(request: PreparedRequest): boolean {
    return this.#lost.size > 0 && keysOf(request).some((key) => this.#lost.get(key)?.hasTimedOut === true)
  }
}

function keysOf(request: PreparedRequest): readonly string[] {
  const { endpoint, broken } = request.description
  const ofCheck = keyOfCheck(request)
  return endpoint === undefined || broken !== undefined ? [ofCheck] : [ofCheck, endpoint]
}

function keyOfCheck({ method, description: { check, endpoint, broken, path } }: PreparedRequest): string {
  return `${check}\n${endpoint ?? `${method} ${path}`}\n${broken ?? ''}`
}
