import { dirname, resolve } from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { output } from '../client/output.ts'
import { driftKinds, type DriftKind } from '../compare/regressions.ts'

interface CompareFlags {
  readonly json?: boolean
  readonly markdown?: boolean
  readonly html?: string
  readonly failOn: readonly DriftKind[]
}

/** Adds `compare`: what differs between two runs. */
export function addCompare(program: Command): void {
  program
    .command('compare')
    .description('compare two runs; exit 1 on a regression')
    .argument('<old>', 'conformance.json of the earlier run, or its reports directory')
    .argument('<new>', 'conformance.json of the later run, or its reports directory')
    .allowExcessArguments(false)
    .addOption(new Option('--json', 'print JSON').conflicts('markdown'))
    .option('--markdown', 'print Markdown')
    .option('--html <file>', 'also write an HTML page; in a reports directory, index.html links to it')
    .option(
      '--fail-on <kinds>',
      `also fail if these differ: ${driftKinds.join(', ')}; drift means observations and coverage`,
      kinds,
      [],
    )
    .action(async (old: string, now: string, { json, markdown, html, failOn }: CompareFlags) => {
      const { compareReports } = await import('../compare/compare-reports.ts')
      const { comparisonDocument } = await import('../compare/comparison-document.ts')
      const { resultMarkdown } = await import('../report/result-markdown.ts')
      const { resultText } = await import('../report/result-text.ts')
      const { readReport } = await import('../report/read-report.ts')
      const comparison = compareReports(readReport(old), readReport(now), { failOn })
      const document = comparisonDocument(comparison)
      const text = json
        ? `${JSON.stringify(comparison, undefined, 2)}\n`
        : markdown
          ? resultMarkdown(document)
          : resultText(document)
      if (html !== undefined) {
        const { documentPage } = await import('../report/html/document-page.ts')
        const { writePage } = await import('./write-page.ts')
        const { pageOfRun, relativeLink } = await import('../report/html/footer.ts')
        const linkTo = (path: string): string | undefined => {
          const page = pageOfRun(path)
          return page === undefined ? undefined : relativeLink(dirname(resolve(html)), page)
        }
        await writePage(html, documentPage(comparisonDocument(comparison, { old: linkTo(old), new: linkTo(now) })))
      }
      output[json || markdown ? 'exact' : 'text'](text)
      process.exitCode = comparison.regressions.length === 0 ? 0 : 1
    })
}

function kinds(text: string): readonly DriftKind[] {
  return text.split(',').flatMap((word): readonly DriftKind[] => {
    const name = word.trim()
    if (name === 'drift') return ['observations', 'coverage']
    const kind = driftKinds.find((known) => known === name)
    if (kind !== undefined) return [kind]
    throw new InvalidArgumentError(`"${name}" is unknown; use ${driftKinds.join(', ')} or drift.`)
  })
}
