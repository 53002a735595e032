import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { conformanceJson } from '../../lib/report/conformance-json.ts'
import { writeReports } from '../../lib/report/write-reports.ts'
import { reportWith } from '../compare/prepared-reports.ts'
import { finding, runFacts } from '../report/prepared.ts'
import { runCli } from './run-cli.ts'
import { runDocument } from '../../lib/report/document/run-document.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('history-')

const startedAt = '2031-01-01T00:00:00.000Z'
const later = reportWith({ findings: [finding()] }, { target: { ...runFacts().target, startedAt } })
await writeReports(runDocument(reportWith()), join(root, 'first'))
await writeReports(runDocument(later), join(root, 'second'))
const alone = join(root, 'alone.json')
writeFileSync(alone, conformanceJson(later))

describe('history', { concurrent: true }, () => {
  test.each([
    { how: 'reports directories', words: [join(root, 'second'), join(root, 'first')] },
    { how: 'a directory that holds them', words: [root] },
    { how: 'files', words: [alone, join(root, 'first', 'conformance.json')] },
    { how: 'one of them twice', words: [root, join(root, 'first')] },
  ])('takes $how', async ({ words }) => {
    const { code, stdout, stderr } = await runCli(['history', ...words])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^2 runs, oldest first\n/)
    expect(stdout).toMatch(/Newly violated \(1\)\n +PN-04/)
  })

  test('writes a page that links to the pages of the runs, and that of its directory links to it', async () => {
    const page = join(root, 'second', 'history.html')
    for (const _ of ['once', 'again']) expect((await runCli(['history', root, '--html', page])).code).toBe(0)
    const links = [...readFileSync(page, 'utf8').matchAll(/href="(\.[^"]*)"/g)].map(([, link]) => link)
    expect(links).toEqual(['./../first/index.html', './index.html'])
    const index = readFileSync(join(root, 'second', 'index.html'), 'utf8')
    expect(index.match(/href="history\.html"/g)).toHaveLength(1)
    expect(readFileSync(join(root, 'first', 'index.html'), 'utf8')).not.toContain('href="history.html"')
  })

  test('compare writes its page beside what it says', async () => {
    const page = join(root, 'compare.html')
    const words = ['compare', join(root, 'first'), join(root, 'second')]
    const [without, beside] = [await runCli(words), await runCli([...words, '--html', page])]
    expect(beside).toEqual(without)
    expect(readFileSync(page, 'utf8')).toContain('newly violated: PN-04')
  })

  test.each([
    ['nothing', [], /missing required argument 'runs'/],
    [
      'a directory without a report',
      [join(root, 'first', 'nowhere')],
      /nowhere cannot be read: .*conformance\.json of a run/,
    ],
    ['an empty directory', [mkdtempSync(join(root, 'empty-'))], /empty-\w+\/conformance\.json cannot be read/],
    ['a page that is none', [root, '--html', alone], /alone\.json does not end in \.html; use a file name that does/],
    ['the page of a run', [root, '--html', join(root, 'first', 'index.html')], /is the page of a run/],
    [
      'a page where there is no directory',
      [root, '--html', join(root, 'no', 'x.html')],
      /x\.html cannot be written: ENOENT/,
    ],
  ] as const)('refuses %s', async (_, words, says) => {
    const ended = await runCli(['history', ...words])
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(says) })
    expect(ended.stderr).toMatch(/^error: [^\n]+\n(?:\(see --help\)\n)?$/)
  })

  test('refuses a page in a place that is a directory', async () => {
    const page = join(root, 'taken.html')
    mkdirSync(page)
    expect(await runCli(['history', alone, '--html', page])).toMatchObject({ code: 2, stdout: '' })
  })
})
