/** Commands that CI runners read from what is printed: at the beginning of a line, or anywhere in it. */
const atBeginning = /^(\s*):(?=:)/gm
const anywhere = /##(?=\[|vso\[)/gi

/** Text that is no command to a CI runner, whatever a target put into it. */
export function neutralized(text: string): string {
  return text.replaceAll(atBeginning, '$1: ').replaceAll(anywhere, '# #')
}
