import { expect, test } from 'vitest'
import { terminalBody } from '../../lib/cli/terminal.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { runDocument } from '../../lib/report/document/run-document.ts'
import { requestIdOf } from '../../lib/report/document/shown-finding.ts'
import { htmlPage } from '../../lib/report/html/html-page.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'
import { attribute, parsePage, textOf } from './html/parsed-page.ts'
import { runFacts } from './prepared.ts'

test.each([
  {
    fault: 'number-locked-in-its-workspace-only',
    title: 'exactly one of several creations in two workspaces',
    by: 'POST',
  },
  { fault: 'number-judged-before-it-is-claimed', title: 'exactly one of several assignments', by: 'PATCH' },
] as const)('every report shows all simultaneous requests of a race: $title', async ({ fault, title, by }) => {
  const checks = (await collectChecks()).filter((check) => check.title.startsWith(title))
  const { record } = await judgeReference({ checks, faults: [fault], writesScripts: true })
  const report = assembleReport(record, runFacts())
  const [finding] = report.requirements.flatMap(({ findings }) => findings)
  const rivals = finding?.exchanges.slice(-3) ?? []
  expect(rivals.map(({ method }) => method)).toEqual([by, by, by])
  const document = runDocument(report)
  const entry = parsePage(htmlPage(document)).elements.find(
    (element) => attribute(element, 'data-verdict') === 'violated',
  )
  const page = entry ? textOf(entry) : ''
  for (const rival of rivals) {
    expect(requestIdOf(rival)).toBeDefined()
    expect(page).toContain(requestIdOf(rival))
  }
  const [, others = ''] = /at the same time: (.*)/.exec(terminalBody(document, 'reports')) ?? []
  expect(others.split(' · ').map((line) => line.split(' ')[0])).toEqual([by, by])
  const sent = [...(finding?.script?.text ?? '').matchAll(/^ {2}send \d+ -X (\w+) /gm)].map(([, method]) => method)
  expect(sent).toEqual([by, by, by])
})
