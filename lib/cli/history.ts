import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { output } from '../client/output.ts'

/** Adds `history`: the results of several runs for each requirement. */
export function addHistory(program: Command): void {
  program
    .command('history')
    .description('show how verdicts, evaluated cases, observations and latency changed over several runs')
    .argument(
      '<runs...>',
      'conformance.json of each run, its reports directory, or a directory with those of several runs',
    )
    .option('--html <file>', 'also write an HTML page; in a reports directory, index.html links to it')
    .action(async (runs: readonly string[], { html }: { readonly html?: string }) => {
      const { readHistory } = await import('../compare/history/history.ts')
      const { historyText } = await import('../compare/history/history-text.ts')
      const history = readHistory(runs)
      if (html !== undefined) {
        const { historyPage } = await import('../compare/history/history-page.ts')
        const { relativeLink } = await import('../report/html/footer.ts')
        const { writePage } = await import('./write-page.ts')
        await writePage(
          html,
          historyPage(history, (page) => relativeLink(dirname(resolve(html)), page)),
        )
      }
      output.text(historyText(history))
    })
}
