import { output } from '../client/output.ts'
import type { Command } from 'commander'

/** Adds `explain`: what a requirement asks for, and what judges it. */
export function addExplain(program: Command): void {
  program
    .command('explain')
    .description('explain a requirement: its clause, needs, checks and faults')
    .argument('<id...>', 'requirement ids or areas: explain PN-06')
    .action(async (words: readonly string[]) => {
      const { collectChecks } = await import('./collect-checks.ts')
      const { explain } = await import('./explain.ts')
      const { requirementsOf } = await import('./list.ts')
      const explained = words.flatMap((word) => requirementsOf(word))
      const { faults } = await import('../../proof/faults/catalogue.ts')
      const checks = await collectChecks()
      output.text(`${explained.map((one) => explain(one, { checks, faults })).join('\n\n')}\n`)
    })
}
