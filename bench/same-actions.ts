import type { WebAction } from '../lib/reproduce/chronicle.ts'
import type { Controls } from '../reference/controls.ts'

type Rewrite = (text: string, sequence: number) => Promise<string>

interface SameActionsOptions {
  readonly controls: Controls
  /** Gives a text the ids of today. */
  readonly rewrite: Rewrite
  /** Told of the id that today's action has made in place of the recorded one. */
  readonly onMade: (recorded: string, today: string) => void
}

/** Has the web application do anew what it did in the course of a recorded run, each action when its turn comes. */
export class SameActions {
  readonly #waiting: WebAction[]
  readonly #options: SameActionsOptions
  readonly #begun: Array<Promise<void>> = []

  /** Actions in the order in which they were done. */
  constructor(actions: readonly WebAction[], options: SameActionsOptions) {
    this.#waiting = [...actions]
    this.#options = options
  }

  /** Begins what was done before the exchange with this number; what follows from it was sent some exchanges later. */
  beginBefore(sequence: number): void {
    for (let next = this.#waiting[0]; next !== undefined && next.sequence < sequence; next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#begun.push(this.#repeat(next))
    }
  }

  /** Resolves when all that has begun is done. */
  async done(): Promise<void> {
    await Promise.all(this.#begun)
  }

  async #repeat(action: WebAction): Promise<void> {
    const [subject = ''] = await Promise.all(
      action.arguments.map((text) => this.#options.rewrite(text, action.sequence)),
    )
    const made = await this.#act(action.name, subject)
    if (made !== undefined && action.made !== undefined) this.#options.onMade(action.made, made)
  }

  /** Gives the id of what was made. Throws for an action that only checks call which are not repeated. */
  async #act(name: string, subject: string): Promise<string | undefined> {
    const { controls } = this.#options
    switch (name) {
      case 'createApiKey':
        return (await controls.createApiKey({ organization: subject === 'other' ? 'other' : 'own' })).id
      case 'revokeApiKey':
        await controls.revokeApiKey(subject)
        return undefined
      case 'publishVersion':
        await controls.publishVersion(subject)
        return undefined
      case 'softDeleteProperty':
        await controls.softDeleteProperty(subject)
        return undefined
      case 'createGeneratedDocument':
        return (await controls.createGeneratedDocument(subject)).fileId
      default:
        throw new Error(`${name} is not repeated: it changes what all checks see`)
    }
  }
}
