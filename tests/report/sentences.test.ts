import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What holds a sentence, wherever it is called so: claims, findings, obstacles, hints and problems. */
const sentence = '(?:claim|expected|received|says|remedy|hint|statement|reasonText|enable|problem)'
const reading =
  '(?:replace|replaceAll|match|matchAll|split|slice|substring|search|indexOf|startsWith|endsWith|trim\\w*)'

/** A method of a text on one, or a pattern that is held against one. */
const parsed = new RegExp(
  `(?<![\\w'])${sentence}\\??\\.${reading}\\(|\\.(?:test|exec)\\((?:\\w+\\??\\.)*${sentence}\\b[^.(]|in the record with id[^\\n]*\\$/`,
)

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'lib', 'suites'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path.endsWith('.ts'))

test('a sentence that is parsed is seen', () => {
  for (const line of [
    "received.replace(/^another result: /, '')",
    'asCause(/^(?:\\w+ )?(\\w+) is /.exec(claim)?.[1])',
    '/\\b4\\d\\d\\b/.test(finding.expected)',
    "problem.startsWith('transport:')",
    'return / \\(in the record with id "[^"]*"\\)$/',
  ])
    expect(line).toMatch(parsed)
  for (const line of ['expected.map(shown)', 'url.startsWith(baseUrl)', 'claim.kind === 1', 'test(received.length)'])
    expect(line).not.toMatch(parsed)
})

test('no sentence is parsed, trimmed or searched: what one says is there as values', () => {
  const lines = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => parsed.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(lines).toEqual([])
})
