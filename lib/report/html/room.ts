import { Markup, html } from './markup.ts'

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

/** How much of the evidence a page contains; conformance.json contains all of it. */
export interface Detail {
  /** The maximum length of a body, and of a header value; without it, exchanges are single lines. */
  readonly body: number
  /** The maximum length of any other text, such as a counterexample or a command. */
  readonly text: number
  /** The maximum number of different findings shown for one requirement. */
  readonly findings: number
  /** Further places of one finding that are listed. */
  readonly places: number
}

/** From everything useful to a reader, down to what fits if everything is violated. */
export const details: readonly Detail[] = [
  { body: 4000, text: 20_000, findings: 8, places: 50 },
  { body: 1000, text: 4000, findings: 5, places: 20 },
  { body: 300, text: 1500, findings: 3, places: 10 },
  { body: 0, text: 600, findings: 2, places: 3 },
  { body: 0, text: 200, findings: 1, places: 0 },
  { body: 0, text: 0, findings: 0, places: 0 },
]

/** How much of a finding is printed; `style/print-findings.css` omits the same. */
export const onPaper = { findings: 3, places: 3, exchanges: 5 } as const

/** A note that appears only on paper, for what is omitted there; nothing if nothing is. */
export function leftOutOnPaper(count: number, shown: number, what: string): Markup | undefined {
  return count > shown ? html`<p class="on-paper">${count - shown} more ${what} in conformance.json</p>` : undefined
}
