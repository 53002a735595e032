import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words of our own for what the field has a word for, which stands behind each. */
const privateWords = {
  disfigur: 'mutate',
  'bends?\\b|bent\\b': 'change',
  strangers: 'other users, or unexpected entries',
  colleagues: 'users of the organization',
  'twins?\\b': 'control request',
  'written down': 'observed',
  sameness: 'fingerprint',
  explainedBy: 'buildsOn',
  'silence\\b': 'timeouts',
  'patience\\b': 'timeoutMs',
  'clean-up': 'teardown',
  'cleaner\\b': 'sanitizer',
  'odd things': 'edge-case data',
  'affair\\b': 'concern',
  'let through': 'accept',
  'mend(?:s|ed|ing)?\\b': 'fix',
  'blanks\\b': 'spaces',
} as const

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (path) => /\.(?:ts|js|md|yml|json|sh)$/.test(path) && !/package-lock\.json$|docs\/words\.test\.ts$/.test(path),
  )

test('what is written is in words of the field', () => {
  const pattern = new RegExp(`\\b(?:${Object.keys(privateWords).join('|')})`, 'i')
  // The statements of the catalogue keep their words, as their ids keep their meaning.
  const lines = files
    .filter((path) => !path.startsWith('requirements/'))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(lines.filter((line) => pattern.test(line))).toEqual([])
})
