import { obstacleText } from '../../lib/checks/errors.ts'
import { readOptions } from '../../proof/read-options.ts'
import { faultOf, faults as catalogue, isFaultId, type FaultId } from '../../proof/faults/catalogue.ts'
import { isVariantId, variants as lawful } from '../../proof/variants/catalogue.ts'
import { requirementsOf } from '../../lib/cli/list.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'

const { values } = readOptions({
  usage: `node tests/proof/try.ts [options]
Runs checks against the reference with a fault or variants, and prints EXACT if the violated requirements are those that the fault breaks.`,
  options: {
    fault: { type: 'string' },
    variant: { type: 'string' },
    touching: { type: 'string' },
    only: { type: 'string' },
    check: { type: 'string' },
    own: { type: 'boolean', default: false },
    seed: { type: 'string', default: '42' },
    effort: { type: 'string', default: 'quick' },
    'read-only': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
  help: {
    fault: 'IDS of faults, one after another, or all',
    variant: 'IDS of variants, together, or all, one after another',
    touching: 'each variant that touches these requirements or areas, one after another: PN-06,VER',
    only: 'the checks of these requirements or areas: PN-06,VER',
    check: 'the checks whose title contains TEXT',
    own: 'for each fault the checks of the requirements that it breaks',
    seed: 'N (42)',
    effort: 'quick (the default), standard or thorough',
    'read-only': 'no writes',
    verbose: 'findings and untested requirements, even if the result is EXACT',
  },
})

const listed = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(','))
const only = listed(values.only)
const all = await collectChecks()
const checks = all.filter(
  ({ verifies, covers, title }) =>
    (only.length === 0 ||
      [...verifies, ...covers].some((id) => only.includes(id) || only.includes(id.split('-')[0] ?? ''))) &&
    title.includes(values.check ?? ''),
)
const effort = values.effort === 'standard' || values.effort === 'thorough' ? values.effort : 'quick'

/** Tries a fault by itself, or a reference that is sound, and prints what the suite says. */
async function attempt(fault: FaultId | undefined, variants: readonly string[]): Promise<void> {
  const started = Date.now()
  const { record, activations } = await judgeReference({
    checks: values.own && fault !== undefined ? checksOf(faultOf(fault).breaks, checks) : checks,
    seed: Number(values.seed),
    effort,
    mode: values['read-only'] ? 'read-only' : 'read-write',
    ...(fault === undefined ? {} : { faults: [fault] }),
    variants,
  })
  const violated = [...new Set(record.findings.map(({ requirement }) => requirement))].sort()
  const expected = fault === undefined ? [] : [...faultOf(fault).breaks].sort()
  const wasReached = fault === undefined || (activations[fault] ?? 0) > 0
  const verdict = violated.join() === expected.join() && wasReached ? 'EXACT' : 'DIFFERS'
  console.log(
    `${verdict} ${[fault ?? '(no fault)', ...variants].join(' ')}: found [${violated.join(' ')}] expected [${expected.join(' ')}] activations ${JSON.stringify(activations)} ${record.exchanges} exchanges ${Date.now() - started} ms`,
  )
  if (values.verbose || verdict === 'DIFFERS')
    for (const finding of record.findings)
      console.log(
        `  ${finding.requirement} ${finding.claim}: expected ${finding.expected}, received ${finding.received} [${finding.check}] ×${finding.occurrences} ${finding.counterexample ?? ''}\n      ${finding.exchanges.map(({ method, url, status }) => `${method} ${url} → ${status}`).join('\n      ')}`,
      )
  const evaluated = new Set(record.evaluations.map(({ requirement }) => requirement))
  const untested = record.untested.filter(({ requirement }) => !evaluated.has(requirement))
  if ((fault === undefined && values.variant !== 'all') || values.verbose)
    for (const { requirement, check, ...obstacle } of untested)
      console.log(`  untested ${requirement} (${obstacle.reason}) ${obstacleText(obstacle)} [${check}]`)
  for (const { check, message } of [...record.harnessProblems, ...record.transportProblems])
    console.log(`  PROBLEM [${check}] ${message}`)
}

const faults = values.fault === 'all' ? Object.keys(catalogue).filter((id) => isFaultId(id)) : listed(values.fault)
const variants = listed(values.variant)
const touched = listed(values.touching).flatMap((word) => requirementsOf(word).map(({ id }) => id))
const touching = Object.keys(lawful).filter(
  (id) => isVariantId(id) && lawful[id].touches.some((one) => touched.includes(one)),
)
if (touched.length > 0 && touching.length === 0) console.log(`no variant touches ${touched.join(', ')}`)
if (values.touching !== undefined) for (const id of touching) await attempt(undefined, [id, ...variants])
else if (values.variant === 'all') for (const id of Object.keys(lawful)) await attempt(undefined, [id])
else if (faults.length === 0) await attempt(undefined, variants)
for (const fault of faults) {
  if (!isFaultId(fault)) throw new Error(`no fault is called ${fault}`)
  await attempt(fault, variants)
}
