import { type FaultId, isFaultId } from './catalogue.ts'

/** The faults of one running service. Ask last, after the condition: an answer of true counts as the fault being reached. */
export class FaultSwitch {
  readonly #activations: Map<string, number>
  readonly #onAsked: (id: FaultId) => void

  /** `onAsked` hears of every switch that a request comes to, on or off: who comes to none of a fault cannot see it. */
  constructor(ids: readonly string[], onAsked: (id: FaultId) => void = () => undefined) {
    const unknown = ids.filter((id) => !isFaultId(id))
    if (unknown.length > 0) throw new Error(`no such fault: ${unknown.join(', ')}`)
    this.#onAsked = onAsked
    this.#activations = new Map(ids.map((id) => [id, 0]))
  }

  /** Whether the rule is to be broken here and now. */
  active(id: FaultId): boolean {
    this.#onAsked(id)
    const count = this.#activations.get(id)
    if (count === undefined) return false
    this.#activations.set(id, count + 1)
    return true
  }

  /** Whether it is switched on, not counted: where finding out whether it matters would cost a sound service something. */
  has(id: FaultId): boolean {
    this.#onAsked(id)
    return this.#activations.has(id)
  }

  /** Counts an activation of a fault whose change is applied from outside the service. */
  count(id: FaultId): void {
    const count = this.#activations.get(id)
    if (count !== undefined) this.#activations.set(id, count + 1)
  }

  /** How often each switched-on fault was reached. */
  activations(): Record<string, number> {
    return Object.fromEntries(this.#activations)
  }
}
