import { BroadcastChannel } from 'node:worker_threads'
import type { Wait } from '../client/request-gate.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { Session } from './session.ts'

/** What a worker knows of how far a run is. */
export interface WorkerProgress {
  /** Requirements with a finding that no other known finding causes. */
  readonly violated: readonly RequirementId[]
  readonly waiting?: Wait
}

/** Milliseconds between two looks at a session. */
const interval = 250

/** Deciding which findings remain takes long if a target breaks nearly every rule: this limits its share of the time. */
const partOfTime = 0.05

/** Reports a session to the main process from time to time; keeps no worker alive. */
export function announceProgress(session: Session): void {
  const channel = new BroadcastChannel(nameOf(session.configuration.runId))
  channel.unref()
  let [last, violated, seen, notBefore] = ['', new Array<RequirementId>(), 0, 0]
  const look = (): void => {
    const { journal, client } = session
    const begun = performance.now()
    if (journal.findingCount !== seen && begun >= notBefore) {
      seen = journal.findingCount
      violated = [...new Set(journal.standing().map(({ requirement }) => requirement))]
      notBefore = begun + (performance.now() - begun) / partOfTime
    }
    const { waiting = session.waiting } = client
    const progress: WorkerProgress = { violated, ...(waiting && { waiting }) }
    const text = JSON.stringify(progress)
    if (text !== last) channel.postMessage(progress)
    last = text
  }
  setInterval(look, interval).unref()
}

/** Calls back with the messages of a run's workers, until it is closed. */
export function onProgress(runId: string, hear: (progress: WorkerProgress) => void): { readonly close: () => void } {
  const channel = new BroadcastChannel(nameOf(runId))
  channel.onmessage = ({ data }: { readonly data: WorkerProgress }) => hear(data)
  channel.unref()
  return channel
}

function nameOf(runId: string): string {
  return `progress-${runId}`
}
