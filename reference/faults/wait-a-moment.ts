import { setTimeout as sleep } from 'node:timers/promises'

const turns = 25

/**
 * Lets what arrives at the same time in between. Counted in turns of the event loop of a millisecond or more: a machine that stands
 * still meanwhile takes none of them.
 */
export async function waitAMoment(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await sleep(1)
}
