import { randomUUID } from 'node:crypto'
import { styleText } from 'node:util'
import { printable } from './printable.ts'

type Format = Extract<Parameters<typeof styleText>[0], string>

/** Nobody outside of this process knows it: what a target says cannot be painted. */
const mark = randomUUID()
const paintedText = new RegExp(`${mark}(\\w+)=(.*?)${mark}`, 'g')

/** Words in a colour of ours, which they get where they are written to a terminal. */
export function painted(format: Format, words: string): string {
  return `${mark}${format}=${words}${mark}`
}

/** Commands that CI runners read from what is printed: at the beginning of a line, or anywhere in it. */
const atBeginning = /^(\s*):(?=:)/gm
const anywhere = /##(?=\[|vso\[)/gi

/** A text as a stream shows it: nothing in it moves the terminal or is a command to a CI runner, and then it is painted. */
export function rendered(text: string, stream: NodeJS.WritableStream): string {
  return harmless(text)
    .replaceAll(atBeginning, '$1: ')
    .replaceAll(anywhere, '# #')
    .replaceAll(paintedText, (_, format: Format, words: string) => styleText(format, words, { stream }))
}

function harmless(text: string): string {
  return printable(text.toWellFormed().replaceAll('\r\n', '\n'))
}

function oneEach(lines: readonly string[], stream: NodeJS.WritableStream): string {
  return lines.map((line) => `${rendered(line.replaceAll(/[\r\n]+/g, ' '), stream)}\n`).join('')
}

let isExactOnly = false

/** What the suite writes to its standard output and its standard error: there is no other way to either. */
export const output = {
  /** From now on standard output is for a program, or for nobody: only what is exact is written to it. */
  exactOnly: (is = true) => {
    isExactOnly = is
  },
  /** Lines of ours, in which texts of a target stand in one line each. */
  text: (text: string) => isExactOnly || process.stdout.write(rendered(text, process.stdout)),
  /** What a program reads: JSON, or commands to a CI runner. */
  exact: (text: string) => process.stdout.write(harmless(text)),
  /** One line on standard error, whatever is in it. */
  warn: (line: string) => output.warnings([line]),
  /** Lines on standard error, each of them one line. */
  warnings: (lines: readonly string[]) => process.stderr.write(oneEach(lines, process.stderr)),
  /** The same on standard output. */
  lines: (lines: readonly string[]) => isExactOnly || process.stdout.write(oneEach(lines, process.stdout)),
  /** Shows a line in the place of the last one on a terminal, and below it elsewhere. */
  progress: (line: string) => {
    if (isExactOnly) return
    const shown = rendered(line, process.stdout)
    process.stdout.write(process.stdout.isTTY ? `\r\u001B[K${shown}` : `${shown}\n`)
  },
} as const
