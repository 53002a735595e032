/** Longer than most previews and columns, and shorter than each lawful limit of length. */
const length = 300

/** A description that shows whether a list or a copy cuts texts. */
export function longDescription(start: string): string {
  return `${start} ${'long '.repeat(length / 5)}`.slice(0, length - 1).concat('.')
}
