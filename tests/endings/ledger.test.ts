import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { startCli } from '../cli/start-cli.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { openTarget, runWords, targetKeys, until } from './open-target.ts'

const root = temporaryDirectory('ledger-of-a-killed-run-')

const uuid = /"id":"([0-9a-f-]{36})"/

/** What somebody may do to a ledger: with its lines and the id of a product of others. */
const edits: Readonly<Record<string, (lines: readonly string[], foreign: string) => readonly string[]>> = {
  'an id of others': (lines, foreign) => lines.map((line) => line.replace(uuid, `"id":"${foreign}"`)),
  'a name of others': (lines) => lines.map((line) => line.replace(/"name":"[^"]+"/, '"name":"Rotor Assembly"')),
  'a line less': (lines) => lines.toSpliced(3, 1),
  'a line twice': (lines) => lines.toSpliced(3, 0, lines[3] ?? ''),
  'two lines in another order': (lines) => lines.toSpliced(3, 2, lines[4] ?? '', lines[3] ?? ''),
  'another target': (lines) => [(lines[0] ?? '').replace('127.0.0.1', 'localhost'), ...lines.slice(1)],
  'no beginning': (lines) => lines.slice(1),
}

test('the ledger of a killed run is refused where it was edited or cut, and taken as it was written', async () => {
  await using target = await openTarget()
  const rows = await target.rows()
  const foreign = rows.map((row) => (row.startsWith('products ') ? uuid.exec(row)?.[1] : undefined)).find(Boolean) ?? ''
  const reports = join(root, 'reports')
  const child = startCli(runWords(target.url, reports), targetKeys)
  const ended = once(child, 'exit')
  await until(() => target.count.creations > 30)
  child.kill('SIGKILL')
  await ended
  const path = join(reports, readdirSync(reports).find((name) => name.startsWith('ledger-')) ?? 'none')
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const cleanup = (ledger: string) => runCli(['cleanup', ledger, '--base-url', target.url], targetKeys)
  const sent = target.count.requests
  for (const [what, edit] of Object.entries(edits)) {
    const edited = join(root, `ledger-${what.replaceAll(' ', '-')}.jsonl`)
    writeFileSync(edited, `${edit(lines, foreign).join('\n')}\n`)
    const line = expect.stringMatching(/^error: .+\n$/)
    expect({ what, ...(await cleanup(edited)) }).toEqual({ what, code: 2, stdout: '', stderr: line })
  }
  expect(target.count.requests).toBe(sent)
  expect(await target.rows()).not.toEqual(rows)
  expect(await cleanup(path)).toMatchObject({ code: 0, stderr: '' })
  expect(await target.rows()).toEqual(rows)
})
