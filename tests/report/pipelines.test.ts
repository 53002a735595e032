import { expect, test } from 'vitest'
import { requirements } from '../../lib/contract/requirement.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { githubAnnotations, gitlabCodeQuality } from '../../lib/report/pipelines.ts'
import { finding, record, runFacts } from './prepared.ts'
import { runDocument } from '../../lib/report/document/run-document.ts'

const hostile = 'x\n::error::of the target\r\n%0A::set-output name=a::b'
const report = assembleReport(
  record({ findings: [finding({ received: hostile, hint: 'look at the numbers' })] }),
  runFacts(),
)

test("GitHub's annotations are a line each, whatever a target says, with requirement and hint", () => {
  const lines = githubAnnotations(runDocument(report)).trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^::error title=PN-04::[A-Z].*%0A.*%0Ahint: look at the numbers$/)
  expect(lines[0]).toContain('%250A::set-output')
})

test('more violations than GitHub shows are counted', () => {
  const violated = [...requirements.values()].filter(({ kind }) => kind === 'documented').slice(0, 12)
  const findings = violated.map(({ id }) => finding({ requirement: id }))
  const lines = githubAnnotations(runDocument(assembleReport(record({ findings }), runFacts())))
    .trimEnd()
    .split('\n')
  expect(lines).toHaveLength(11)
  expect(lines.at(-1)).toMatch(/^::notice title=and 2 more::.* 12 violated/)
})

test("GitLab's code quality report has each finding by its signature", () => {
  const [issue] = JSON.parse(gitlabCodeQuality(runDocument(report)))
  const violated = report.requirements.find(({ verdict }) => verdict === 'violated')
  expect(issue).toMatchObject({ check_name: 'PN-04', severity: 'major', fingerprint: violated?.findings[0]?.signature })
  expect(issue.description).not.toContain('\n')
  expect(issue.location.lines.begin).toBe(1)
})

test('a run without violations has none', () => {
  const clean = assembleReport(record({}), runFacts())
  expect(githubAnnotations(runDocument(clean))).toBe('')
  expect(JSON.parse(gitlabCodeQuality(runDocument(clean)))).toEqual([])
})
