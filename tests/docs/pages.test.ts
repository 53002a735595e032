import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { foreseeCases } from '../../lib/doctor/foresee-untested.ts'
import manifest from '../../package.json' with { type: 'json' }
import { runCli } from '../cli/run-cli.ts'
import { commandsIn, pages, pageText } from './documented-commands.ts'

const jobs = ['release-gate', 'audit', 'regression', 'target-file-and-controls', 'reading-a-finding']

test('there is a page for each job, for the target file and controls, and for reading a finding', () => {
  expect(jobs.filter((job) => !pages.includes(`docs/${job}.md`))).toEqual([])
})

test('README is short, and shows the page', () => {
  const text = pageText('README.md')
  expect(text.split('\n').length).toBeLessThanOrEqual(150)
  expect(text).toContain('](docs/report.png)')
})

/** Part by which numbers of a run may differ from those shown: a new rule or check is no reason to edit README. */
const tolerance = 0.05

function isAbout(shown = 0, today: number): boolean {
  return Math.abs(shown / today - 1) < tolerance
}

test('the summary that README shows is about that of a run of today', async () => {
  const line = pageText('README.md')
    .split('\n')
    .find((text) => text.startsWith('non-conformant: '))
  const [conform, violated, untested, observed, looked, all, lookedAt, cases] = [
    ...(line ?? '').replaceAll(',', '').matchAll(/\d+/g),
  ].map(Number)
  expect({ violated, untested, looked }).toEqual({ violated: 1, untested: 0, looked: all })
  expect((conform ?? 0) + (observed ?? 0) + 1).toBe(all)
  expect(isAbout(all, requirements.size)).toBe(true)
  const checks = await collectChecks()
  const { known } = foreseeCases(checks, { runnable: checks, mode: 'read-write' })
  expect(lookedAt).toBe(cases)
  expect(isAbout(cases, known)).toBe(true)
})

test('the examples for pipelines name the release that this is', () => {
  const examples = [pageText('docs/ci.md'), pageText('templates/gitlab-ci.yml')].join('\n')
  const named = [...examples.matchAll(/(?:conformance@|ref: |_REF: )(v\d[\w.]*)$/gm)].map(([, tag]) => tag)
  expect(named.length).toBeGreaterThan(5)
  expect(new Set(named)).toEqual(new Set([`v${manifest.version}`]))
  expect(pageText('CHANGELOG.md')).toContain(`\n## ${manifest.version}\n`)
})

describe.each([...pages, 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'VERSIONING.md'])('%s', (page) => {
  const text = pageText(page)

  test('links to what is there', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
    expect(links.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([])
  })

  test('names folders that are there', () => {
    const folders = [
      ...text.matchAll(/`((?:lib|suites|tests|reference|schemas|docs|requirements|api|bench|templates)\/[\w./-]*)`/g),
    ]
    const named = folders.map(([, folder = '']) => folder)
    expect(named.filter((folder) => !existsSync(folder))).toEqual([])
  })

  test('calls the command in one way, on any Node', () => {
    expect(text).not.toMatch(/node lib\/cli\/main\.ts/)
  })
})

const documented = pages.flatMap((page) => commandsIn(page))

test.each([...new Set(documented.map(([subcommand = '']) => subcommand))])(
  'the options with which %s is shown are options of it',
  async (subcommand) => {
    const { stdout } = await runCli([subcommand, '--help'])
    const used = documented.filter(([one]) => one === subcommand).flat()
    const options = used.filter((word) => word.startsWith('--'))
    expect(options.filter((option) => !stdout.includes(`${option} `) && !stdout.includes(`${option}\n`))).toEqual([])
  },
)
