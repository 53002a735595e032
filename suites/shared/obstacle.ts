import { Undiscovered, UntestedError } from '#suite'

/**
 * Makes something else if an obstacle is in the way of the first: the target rejects it lawfully, or the run did not learn a name for
 * it. `.catch(insteadOf(() => []))`
 */
export function insteadOf<Made>(make: () => Made): (error: unknown) => Made {
  return (error) => {
    if (error instanceof UntestedError || error instanceof Undiscovered) return make()
    throw error
  }
}

/** What is made; nothing if an obstacle is in the way. */
export async function ifPossible<Made>(making: Promise<Made>): Promise<Made | undefined> {
  return making.catch(insteadOf(() => undefined))
}
