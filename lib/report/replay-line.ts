const optionsOfTheRunAlone = new Set(['--only', '--seed', '--rerun', '--shard', '--reports'])
const words = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gs

/**
 * The run's command line narrowed to one requirement: its other options stay, its selection and shard go. It has a reports
 * directory of its own, or it would take the place of the report that is being read.
 */
export function replayLine(replay: string, requirement: string, seed: number): string {
  const all = replay.match(words) ?? []
  const firstOption = all.findIndex((word) => word.startsWith('-') && word !== '--')
  const command = all.slice(0, firstOption === -1 ? all.length : firstOption)
  const options = firstOption === -1 ? [] : all.slice(firstOption)
  if (command[0] === 'npm' && command.at(-1) !== '--') command.push('--')
  const given = options.findIndex((word) => word === '--reports')
  const again = `${given === -1 ? 'reports' : (options[given + 1] ?? 'reports')}/again`
  return [...command, '--only', requirement, '--seed', `${seed}`, '--reports', again, ...kept(options)].join(' ')
}

function kept(options: readonly string[]): string[] {
  return options.filter(
    (word, index) =>
      !optionsOfTheRunAlone.has(word.split('=', 1)[0] ?? '') && !optionsOfTheRunAlone.has(options[index - 1] ?? ''),
  )
}
