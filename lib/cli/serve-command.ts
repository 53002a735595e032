import { InvalidArgumentError, type Command } from 'commander'
import type { ServeOptions } from './serve.ts'

/** Adds `serve`: the reference server with demonstration data. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('serve the reference implementation with demonstration data until it is stopped')
    .allowExcessArguments(false)
    .option('--port <n>', 'serve the interface at this port; 0 picks a free one', port, 0)
    .option('--control-port <n>', 'serve the control plane at this port; 0 picks a free one', port, 0)
    .option('--data <file>', 'keep the data in this file instead of in memory')
    .option('--fault <id...>', 'switch on deliberate breaches of the contract (list faults)')
    .option('--variant <id...>', 'switch on conforming variants (list variants)')
    .action(async (options: ServeOptions) => {
      const { serve } = await import('./serve.ts')
      await serve(options)
    })
}

function port(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= 65_535) return number
  throw new InvalidArgumentError('a port is a number from 0 to 65535.')
}
