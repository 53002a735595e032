import { reasonWords } from '../../wording/verdict-words.ts'
import type { ConformanceReport } from '../conformance-report.ts'
import { violatedText } from '../document/depth.ts'
import { inOneLine } from '../escape.ts'
import type { AllureEnding } from './allure-ending.ts'

interface Category {
  readonly name: string
  readonly matchedStatuses: readonly AllureEnding['status'][]
  readonly messageRegex?: string
}

/** How failures and untested checks are grouped; the latter by the reason at the beginning of the message. */
export const allureCategories: readonly Category[] = [
  { name: 'The contract is broken', matchedStatuses: ['failed'] },
  { name: 'The suite is at fault', matchedStatuses: ['broken'] },
  ...Object.entries(reasonWords).map(([reason, words]): Category => ({
    name: `Untested: ${words}`,
    matchedStatuses: ['skipped'],
    messageRegex: `^${reason}: [^]*`,
  })),
]

/** The files beside the results: what was tested, how and by whom, and how failures are grouped. */
export function allureSurroundings(report: ConformanceReport): Readonly<Record<string, string>> {
  const { suite, target, verdict, replay } = report
  return {
    'environment.properties': properties({
      Target: target.name,
      'Base URL': target.baseUrl,
      Mode: target.mode,
      Effort: target.effort,
      Seed: `${target.seed}`,
      Exchanges: `${target.exchanges}`,
      Verdict: verdict,
      Suite: `${suite.name} ${suite.version}`,
      Contract: suite.contract,
      Requirements: suite.requirementsDigest,
      Replay: replay,
    }),
    'executor.json': `${JSON.stringify({
      name: suite.name,
      type: suite.name,
      buildName: `${target.name}, seed ${target.seed}`,
      reportName: reportName(report),
    })}\n`,
    'categories.json': `${JSON.stringify(allureCategories)}\n`,
  }
}

/** The title of a run's report: the verdict, beside Allure's own percentage of passed tests. */
export function reportName({ target, verdict, requirements }: ConformanceReport): string {
  const counts = verdict === 'non-conformant' ? ` (${violatedText({ requirements })})` : ''
  return `${verdict}${counts}: contract of ${inOneLine(target.name)}`
}

function properties(entries: Readonly<Record<string, string>>): string {
  return Object.entries(entries)
    .map(([name, value]) => `${escaped(name, /[\\=:#! ]/g)}=${escaped(inOneLine(value), /\\/g)}\n`)
    .join('')
}

/** Some readers expect Latin-1 in a properties file. */
function escaped(text: string, special: RegExp): string {
  return text
    .replaceAll(special, String.raw`\$&`)
    .replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
