import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { requirements } from '../../lib/contract/requirement.ts'
import { runCli } from '../cli/run-cli.ts'
import { commandsIn, pages, pageText } from './documented-commands.ts'

const jobs = ['release-gate', 'audit', 'regression', 'target-file-and-controls', 'reading-a-finding']

test('there is a page for each job, for the target file and controls, and for reading a finding', () => {
  expect(jobs.filter((job) => !pages.includes(`docs/${job}.md`))).toEqual([])
})

test('README is short, shows the page, and tells the figures of today', () => {
  const text = pageText('README.md')
  expect(text.split('\n').length).toBeLessThanOrEqual(150)
  expect(text).toContain('](docs/report.png)')
  expect(text).toContain(`the contract as ${requirements.size} rules`)
})

describe.each([...pages, 'CONTRIBUTING.md', 'CHANGELOG.md', 'VERSIONING.md'])('%s', (page) => {
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
