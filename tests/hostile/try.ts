import { readOptions } from '../../proof/read-options.ts'
import { startReference } from '../../reference/start-reference.ts'
import { openServer } from '../client/open-server.ts'
import { judgeHostile, type Judged } from './judge-hostile.ts'
import { nonsense } from './nonsense.ts'
import { openRelay, type Spoil } from './relay.ts'
import { sparingPreflight, spoils } from './spoils.ts'
import { problemLine } from '../../lib/report/problems-of.ts'

const { positionals: wanted } = readOptions({
  usage: `node tests/hostile/try.ts [WORD …]
Runs the suite against hostile targets, those whose name contains one of the words or all, and prints how each run ended.`,
  options: {},
  help: {},
})
const chosen = (name: string): boolean => wanted.length === 0 || wanted.some((word) => name.includes(word))

for (const [name, listener] of Object.entries(nonsense)) {
  if (!chosen(name)) continue
  await using server = await openServer(listener)
  show(name, await judgeHostile(server.url, { key: 'svc_api_hostile0123456789012345678901234567890' }))
}
const named: Readonly<Record<string, Spoil>> = spoils
for (const [name, spoil] of Object.entries(named)) {
  if (!chosen(name)) continue
  const reference = await startReference()
  await using server = await openRelay(reference.baseUrl, sparingPreflight(spoil))
  show(name, await judgeHostile(server.url, { key: reference.keys.own }))
  await reference.close()
}

function show(name: string, { code, report, seconds, memory, stderr, stdout }: Judged): void {
  const { summary, verdict } = report ?? {}
  const { conforms, violated, untested } = summary ?? {}
  console.log(
    `\n== ${name}: exit ${code}, ${verdict}, ${conforms}/${violated}/${untested}, ${report?.target.exchanges} exchanges, ${seconds.toFixed(1)} s, ${memory.toFixed(0)} MB, stack ${/^\s+at /m.test(stderr + stdout)}`,
  )
  const problems = (report?.problems ?? []).map(problemLine).filter((line) => !line.startsWith('transport:'))
  for (const line of problems.slice(0, 12)) console.log(`   ${line.slice(0, 900)}`)
  console.log(`   stderr(${stderr.split('\n').length - 1}): ${stderr.slice(0, 400)}`)
  console.log(
    `   transport: ${(report?.problems ?? [])
      .map(problemLine)
      .find((line) => line.startsWith('transport:'))
      ?.slice(0, 300)}`,
  )
}
