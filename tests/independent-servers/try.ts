import { obstacleText } from '../../lib/checks/errors.ts'
import { readOptions } from '../../proof/read-options.ts'
import { judgeServer } from '../../proof/judge/judge-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'

const { values, positionals } = readOptions({
  usage: `node tests/independent-servers/try.ts [express | pydantic | go] [options]
Runs the suite against an independent server (pydantic), and prints what it found.`,
  options: {
    bug: { type: 'string' },
    keys: { type: 'string', default: '2' },
    mode: { type: 'string', default: 'read-write' },
    seed: { type: 'string', default: '42' },
    verbose: { type: 'boolean', default: false },
  },
  help: {
    bug: 'IDS of bugs, one after another',
    keys: '1 or 2 (the default): with 2, the run also gets a key of another organization',
    mode: 'read-write (the default) or read-only',
    seed: 'N (42)',
    verbose: 'every finding instead of one per requirement',
  },
})

for (const bug of (values.bug ?? '').split(',')) {
  const started = Date.now()
  const { record, violated, untested, judged } = await judgeServer(
    () => startServer(positionals[0] ?? 'pydantic', bug === '' ? [] : [bug]),
    {
      secondKey: values.keys === '2',
      mode: values.mode === 'read-only' ? 'read-only' : 'read-write',
      seed: Number(values.seed),
    },
  )
  console.log(
    `${bug} [${violated.join(' ')}] judged ${judged.toFixed(2)}, ${record.exchanges} exchanges, ${Date.now() - started} ms`,
  )
  const seen = new Set<string>()
  for (const finding of record.findings) {
    if (seen.has(finding.requirement) && !values.verbose) continue
    seen.add(finding.requirement)
    console.log(
      `  ${finding.requirement} ${finding.claim}: expected ${finding.expected}, received ${finding.received} [${finding.check}] ×${finding.occurrences} ${finding.counterexample ?? ''}\n      ${finding.exchanges.map(({ method, url, status }) => `${method} ${url} → ${status}`).join('\n      ')}`,
    )
  }
  for (const { check, message } of [...record.harnessProblems, ...record.transportProblems])
    console.log(`  PROBLEM [${check}] ${message}`)
  if (bug !== '') continue
  console.log(`  dialect ${JSON.stringify(record.dialect)}`)
  for (const id of untested) {
    const why = record.untested.filter(({ requirement }) => requirement === id)
    console.log(
      `  untested ${id} ${[...new Set(why.map((obstacle) => `${obstacle.reason}: ${obstacleText(obstacle)}`))].join(' | ')}`,
    )
  }
}
