import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isRecord } from '../contract/is-record.ts'
import { isUnderWay } from '../ledger/is-under-way.ts'

const ownerFile = 'owner'

/** What a run keeps in the reports directory while it is under way, by its run id. */
const ofARun = /^\.(?:run|allure)-([a-z0-9]{8})(?:-|$)/

/** Milliseconds after which a directory without an owner is nobody's: a run names itself as soon as it has made one. */
const namedAfter = 60_000

/** Says whose records a directory holds, so that a later run can tell whether they are still needed. */
export function claimRecords(directory: string, runId: string): void {
  const owner = { host: hostname(), pid: process.pid, startedAt: new Date().toISOString(), runId }
  writeFileSync(join(directory, ownerFile), JSON.stringify(owner))
}

/** Removes what runs have left in a reports directory that are not under way any more. */
export function removeStaleRecords(reportsDirectory: string): void {
  const names = readdirSync(reportsDirectory).filter((name) => ofARun.test(name))
  const live = new Set(
    names
      .filter((name) => name.startsWith('.run-') && isLive(join(reportsDirectory, name)))
      .map((name) => ofARun.exec(name)?.[1]),
  )
  for (const name of names)
    if (!live.has(ofARun.exec(name)?.[1])) rmSync(join(reportsDirectory, name), { recursive: true, force: true })
}

function isLive(directory: string): boolean {
  const file = join(directory, ownerFile)
  if (!existsSync(file)) return Date.now() - statSync(directory).mtimeMs < namedAfter
  try {
    const { host, pid, startedAt }: Readonly<Record<string, unknown>> = recordIn(file)
    return isUnderWay({ baseUrl: '', runId: '', host: String(host), pid: Number(pid), startedAt: String(startedAt) })
  } catch {
    return false
  }
}

function recordIn(file: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return isRecord(value) ? value : {}
}
