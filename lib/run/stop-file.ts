import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds between two looks for the file. */
const interval = 200

/** Tells the workers of a run, which hear no signals and may only be starting, to begin nothing more. */
export function announceStop(recordsDirectory: string): void {
  writeFileSync(pathIn(recordsDirectory), '')
}

/** Calls back once the run is to be stopped; keeps no worker alive. */
export function onStop(recordsDirectory: string, stop: () => void): void {
  const looking = setInterval(() => {
    if (!existsSync(pathIn(recordsDirectory))) return
    clearInterval(looking)
    stop()
  }, interval)
  looking.unref()
}

function pathIn(recordsDirectory: string): string {
  return join(recordsDirectory, 'stop')
}
