import { randomUUID } from 'node:crypto'
import { styleText } from 'node:util'
import { withoutControlCharacters } from './printable.ts'

type Format = Extract<Parameters<typeof styleText>[0], string>

/** Nobody outside this process knows it, so a text of the target cannot be coloured. */
const mark = randomUUID()
const paintedText = new RegExp(`${mark}(\\w+)=(.*?)${mark}`, 'g')

/** Our own words in a colour, if they are written to a terminal. */
export function painted(format: Format, words: string): string {
  return `${mark}${format}=${words}${mark}`
}

/** Commands that CI runners read from the output: at the beginning of a line, or anywhere in it. */
const atBeginning = /^(\s*):(?=:)/gm
const anywhere = /##(?=\[|vso\[)/gi

/** A text for a stream: nothing in it can move the terminal or be a command to a CI runner; colours are added afterwards. */
export function rendered(text: string, stream: NodeJS.WritableStream): string {
  return withoutControlCharacters(text)
    .replaceAll(atBeginning, '$1: ')
    .replaceAll(anywhere, '# #')
    .replaceAll(paintedText, (_, format: Format, words: string) => styleText(format, words, { stream }))
}

function oneEach(lines: readonly string[], stream: NodeJS.WritableStream): string {
  return lines.map((line) => `${rendered(line.replaceAll(/[\r\n]+/g, ' '), stream)}\n`).join('')
}

let isExactOnly = false

/** The standard output and standard error of the suite: nothing else writes to them. */
export const output = {
  /** From now on standard output is for a program, or unused: only exact output is written to it. */
  exactOnly: (is = true) => {
    isExactOnly = is
  },
  /** Our own lines, in which each text of the target takes one line. */
  text: (text: string) => isExactOnly || process.stdout.write(rendered(text, process.stdout)),
  /** Output for programs: JSON, or commands to a CI runner. */
  exact: (text: string) => process.stdout.write(withoutControlCharacters(text)),
  /** One line on standard error, whatever is in it. */
  warn: (line: string) => output.warnings([line]),
  /** Lines on standard error, each of them one line. */
  warnings: (lines: readonly string[]) => process.stderr.write(oneEach(lines, process.stderr)),
  /** The same on standard output. */
  lines: (lines: readonly string[]) => isExactOnly || process.stdout.write(oneEach(lines, process.stdout)),
  /** Replaces the last line on a terminal, and adds a line elsewhere. */
  progress: (line: string) => {
    if (isExactOnly) return
    const shown = rendered(line, process.stdout)
    process.stdout.write(process.stdout.isTTY ? `\r\u001B[K${shown}` : `${shown}\n`)
  },
} as const
