import { Markup } from './markup.ts'

/** Divides the space of a page among its entries: each may use its share, and later ones get what it leaves. */
export class Room {
  #bytes: number
  #entries: number
  #level = 0

  constructor(bytes: number, entries: number) {
    this.#bytes = bytes
    this.#entries = entries
  }

  /** The fullest view that fits, from the fullest to the shortest level; the shortest if none fits. */
  fit<Level>(levels: readonly Level[], view: (level: Level) => Markup): Markup {
    const share = this.#bytes / Math.max(1, this.#entries)
    // If there was no space just now, there is hardly any for the next entry: the fullest views take long to build.
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
