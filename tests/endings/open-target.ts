import { setTimeout as sleep } from 'node:timers/promises'
import { everythingIn } from '../hostile/foreign-ids.ts'
import { openRelay, unspoiled, type Spoil } from '../hostile/relay.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'

/** An independent server behind a relay that counts what reaches it. */
export interface Target extends AsyncDisposable {
  readonly url: string
  /** Requests so far, and writes that make something among them. */
  readonly count: { requests: number; creations: number }
  /** The rows of both organizations; files have no deletion, and are not among them. */
  rows(): Promise<readonly string[]>
  files(): Promise<readonly string[]>
}

export async function openTarget(spoil: Spoil = unspoiled, name = 'express'): Promise<Target> {
  const server = await startServer(name)
  const count = { requests: 0, creations: 0 }
  const relay = await openRelay(server.baseUrl, (answer, response) => {
    count.requests += 1
    if (answer.asked.method === 'POST' && answer.status < 300) count.creations += 1
    return spoil(answer, response)
  })
  const keys = { own: serverKeys.own, otherOrganization: serverKeys.other }
  const everything = (): Promise<readonly string[]> => everythingIn({ baseUrl: server.baseUrl, keys })
  return {
    url: relay.url,
    count,
    rows: async () => (await everything()).filter((line) => !line.startsWith('files ')),
    files: async () => (await everything()).filter((line) => line.startsWith('files ')),
    [Symbol.asyncDispose]: async () => {
      await relay[Symbol.asyncDispose]()
      await server.close()
    },
  }
}

/** The words of a run that makes data on a target. */
export function runWords(url: string, reports: string): string[] {
  return ['run', '--base-url', url, '--allow-writes', '--allow-traces', '--effort', 'quick', '--reports', reports]
}

export const targetKeys = {
  CONFORMANCE_API_KEY: serverKeys.own,
  CONFORMANCE_OTHER_ORG_API_KEY: serverKeys.other,
} as const

/** Waits for what nobody announces. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20)
}
