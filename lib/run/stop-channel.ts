import { BroadcastChannel } from 'node:worker_threads'

/** Tells the workers of a run to start nothing more: they receive no signals and may just be starting. */
export function announceStop(runId: string): void {
  const channel = new BroadcastChannel(nameOf(runId))
  channel.onmessage = ({ data }) => {
    if (data === 'begun') channel.postMessage('stop')
  }
  channel.unref()
  channel.postMessage('stop')
}

/** Calls back when the run should stop; keeps no worker alive. */
export function onStop(runId: string, stop: () => void): void {
  const channel = new BroadcastChannel(nameOf(runId))
  channel.onmessage = ({ data }) => {
    if (data !== 'stop') return
    channel.close()
    stop()
  }
  channel.unref()
  channel.postMessage('begun')
}

function nameOf(runId: string): string {
  return `stop-${runId}`
}
