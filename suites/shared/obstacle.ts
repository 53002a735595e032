import { Undiscovered, UntestedError } from '#suite'

/** Whether a check lacks what it needs: the target rejects it lawfully, or the run did not learn a name for it. */
export function isObstacle(error: unknown): boolean {
  return error instanceof UntestedError || error instanceof Undiscovered
}

/** Makes something else if an obstacle is in the way of the first: `.catch(insteadOf(() => undefined))`. */
export function insteadOf<Made>(make: () => Made): (error: unknown) => Made {
  return (error) => {
    if (!isObstacle(error)) throw error
    return make()
  }
}
