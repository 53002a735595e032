const optionsOfTheRunAlone = new Set(['--only', '--seed', '--rerun', '--shard', '--reports'])
const words = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gs

/**
 * The run's command line narrowed to one requirement: its other options stay, its selection and shard go. It has a reports
 * directory of its own, or it would take the place of the report that is being read.
 */
export function replayLine(replay: string, requirement: string, seed: number): string {
  const all: readonly string[] = replay.match(words) ?? []
  const firstOption = all.findIndex((word) => word.startsWith('-') && word !== '--')
  const command = all.slice(0, firstOption === -1 ? all.length : firstOption)
  const options = firstOption === -1 ? [] : all.slice(firstOption)
  if (command[0] === 'npm' && command.at(-1) !== '--') command.push('--')
  const narrowed = ['--only', requirement, '--seed', `${seed}`, '--reports', directoryOfItsOwn(options)]
  return [...command, ...narrowed, ...without(options, optionsOfTheRunAlone)].join(' ')
}

/** The run's whole command line, with a reports directory of its own. */
export function repeatLine(replay: string): string {
  const all: readonly string[] = replay.match(words) ?? []
  const separator: readonly string[] = all[0] === 'npm' && !all.includes('--') ? ['--'] : []
  return [...without(all, reportsAlone), ...separator, '--reports', directoryOfItsOwn(all)].join(' ')
}

const reportsAlone = new Set(['--reports'])

function directoryOfItsOwn(all: readonly string[]): string {
  const joined = all.find((word) => word.startsWith('--reports='))?.slice('--reports='.length)
  const given = all.indexOf('--reports')
  return `${joined ?? (given === -1 ? undefined : all[given + 1]) ?? 'reports'}/again`
}

/** Without these options and their values. */
function without(all: readonly string[], options: ReadonlySet<string>): string[] {
  return all.filter((word, index) => !options.has(word.split('=', 1)[0] ?? '') && !options.has(all[index - 1] ?? ''))
}
