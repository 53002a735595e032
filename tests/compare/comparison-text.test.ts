import { describe, expect, test } from 'vitest'
import { compareReports } from '../../lib/compare/compare-reports.ts'
import { comparisonDocument } from '../../lib/compare/comparison-document.ts'
import { resultMarkdown } from '../../lib/report/result-markdown.ts'
import { resultText } from '../../lib/report/result-text.ts'
import { finding } from '../report/prepared.ts'
import { reportWith } from './prepared-reports.ts'

const sound = reportWith()
const violated = reportWith({ findings: [finding()] })
const hostile = '\u001B[2J</details> `@everyone` | [x](y)\n# heading'
const observing = (value: string) =>
  reportWith({
    observations: Array.from({ length: 90 }, (_, at) => ({
      requirement: 'PN-24' as const,
      name: `${at} ${value}`,
      value,
    })),
  })

describe('the text for a terminal', () => {
  test('names what is new, whose doing it is, and what fails', () => {
    const text = resultText(comparisonDocument(compareReports(sound, violated)))
    expect(text).toContain('new: staging, https://target.test, 2030-05-01 10:00 UTC, suite 0.1.0, non-conformant')
    expect(text).toContain('Both runs used the same suite')
    expect(text).toContain('PN-04 conforms → violated (documented): ')
    expect(text).toContain('regression: newly violated: PN-04')
  })

  test('says so where nothing differs', () => {
    expect(resultText(comparisonDocument(compareReports(sound, sound)))).toMatch(/nothing differs\nno regression\n$/)
  })

  test('obeys nothing that a target says', () => {
    const text = resultText(comparisonDocument(compareReports(observing('a'), observing(hostile))))
    expect(text).not.toContain('\u001B')
    expect(text).not.toContain('\n# heading')
  })
})

describe('the Markdown for a pull request', () => {
  test('says what the text says', () => {
    const markdown = resultMarkdown(comparisonDocument(compareReports(sound, violated)))
    expect(markdown).toContain('# Comparison of two runs: regression')
    expect(markdown).toContain('**newly violated: PN-04**')
    expect(markdown).toContain('## Newly violated (1)')
    expect(markdown).toContain('`expected 409, received 201`')
  })

  test('lets nothing of a target come alive, and stays within what a comment may hold', () => {
    const markdown = resultMarkdown(comparisonDocument(compareReports(observing('a'), observing(hostile.repeat(20)))))
    expect(markdown).not.toContain('\n# heading')
    expect(markdown.length).toBeLessThanOrEqual(60_100)
    const alive = markdown.split('\n').map((line) => line.replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/g, ''))
    expect(alive.join('\n')).not.toContain('@everyone')
  })
})
