import { Markup } from './markup.ts'

/** Deals the room of a page out to its entries: each may use its share, and what it leaves goes to those after it. */
export class Room {
  #bytes: number
  #entries: number
  #level = 0

  constructor(bytes: number, entries: number) {
    this.#bytes = bytes
    this.#entries = entries
  }

  /** The fullest of the views, from the fullest level to the barest, that has room; the barest if none has. */
  fit<Level>(levels: readonly Level[], view: (level: Level) => Markup): Markup {
    const share = this.#bytes / Math.max(1, this.#entries)
    // Where there was no room just now, there hardly is for the next: the fullest views take long to make.
    const first = Math.max(0, this.#level - 1)
    let fitting = new Markup('')
    let size = 0
    for (const [index, level] of levels.slice(first).entries()) {
      fitting = view(level)
      size = Buffer.byteLength(fitting.text)
      this.#level = first + index
      if (size <= share) break
    }
    this.#bytes -= size
    this.#entries -= 1
    return fitting
  }
}
