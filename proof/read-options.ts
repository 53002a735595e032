import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

interface Usage<Options extends ParseArgsOptionsConfig> {
  /** The command line and what it shows. */
  readonly usage: string
  readonly options: Options
  /** What each option takes and does. */
  readonly help: Readonly<Record<keyof Options, string>>
}

/** The options and positionals of a script of ours; `--help` prints its usage and ends it, an unknown option ends it with the usage. */
export function readOptions<const Options extends ParseArgsOptionsConfig>({ usage, options, help }: Usage<Options>) {
  const lines = Object.entries(help).map(([name, text]) => `  --${name.padEnd(12)} ${text}`)
  const shown = [`usage: ${usage}`, '', ...lines, `  --${'help'.padEnd(12)} this text`].join('\n')
  if (process.argv.includes('--help')) {
    console.log(shown)
    process.exit(0)
  }
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${shown}`)
    process.exit(2)
  }
}
