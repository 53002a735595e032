import type { WebAction } from '../lib/replay/transcript/chronicle.ts'
import type { Controls } from '../reference/controls.ts'

type Rewrite = (text: string, sequence: number) => Promise<string>

interface SameActionsOptions {
  readonly controls: Controls
  /** Gives a text the ids of today. */
  readonly rewrite: Rewrite
  /** Told of the id that today's action has made in place of the recorded one. */
  readonly onMade: (recorded: string, today: string) => void
}

type Act = (controls: Controls, subject: string) => Promise<string | void>

/** What is done anew; each gives the id of what it has made, if anything. */
const acts: Readonly<Record<string, Act>> = {
  createApiKey: async (controls, organization) =>
    (await controls.createApiKey({ organization: organization === 'other' ? 'other' : 'own' })).id,
  revokeApiKey: (controls, id) => controls.revokeApiKey(id),
  publishVersion: async (controls, productId) => {
    await controls.publishVersion(productId)
  },
  softDeleteProperty: (controls, propertyId) => controls.softDeleteProperty(propertyId),
  createGeneratedDocument: async (controls, itemId) => (await controls.createGeneratedDocument(itemId)).fileId,
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
    const act = acts[action.name]
    if (act === undefined) throw new Error(`${action.name} is not repeated: it changes what all checks see`)
    // What a replay has not made, since it is answered otherwise than the recorded run was, nothing can be done to.
    const made = await act(this.#options.controls, subject).catch(() => undefined)
    if (typeof made === 'string' && action.made !== undefined) this.#options.onMade(action.made, made)
  }
}
