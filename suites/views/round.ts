/** One look at several records, all taken at about the same time. */
export interface Round {
  readonly startedAt: number
}

export function newRound(): Round {
  return { startedAt: Date.now() }
}

/** A request that several views look at: sent once in each round. */
export function oncePerRound<Answer>(ask: () => Promise<Answer>): (round: Round) => Promise<Answer> {
  const asked = new WeakMap<Round, Promise<Answer>>()
  return (round) => {
    const answer = asked.get(round) ?? ask()
    asked.set(round, answer)
    return answer
  }
}
