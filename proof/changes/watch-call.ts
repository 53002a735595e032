import { isDeepStrictEqual, types } from 'node:util'
import type { Deployment } from '../../reference/service/deployment.ts'
import type { AnyRule } from '../../reference/service/rule.ts'
import type { RuleChange } from './change.ts'
import { writesOf } from './writes-of.ts'

type Outcome = { readonly result: unknown } | { readonly error: unknown }

interface Call {
  readonly parameters: readonly unknown[]
  readonly outcome: Outcome
  readonly writes: number
}

/** The rule as the change has it; `onActivation` is called for each call that differs from what the sound rule does alone. */
export function watchCalls(sound: AnyRule, { by }: RuleChange, onActivation: () => void): AnyRule {
  return (...asked: readonly [Pick<Deployment, 'store'>, ...unknown[]]): unknown => {
    const [{ store }] = asked
    const calls: Call[] = []
    const watched = (...parameters: readonly unknown[]): unknown => {
      const before = writesOf(store)
      const outcome = outcomeOf(() => Reflect.apply(sound, undefined, parameters))
      calls.push({ parameters, outcome, writes: writesOf(store) - before })
      return resultOf(outcome)
    }
    const before = writesOf(store)
    const outcome = outcomeOf(() => Reflect.apply(by(watched, onActivation), undefined, asked))
    void differs(calls, { parameters: asked, outcome, writes: writesOf(store) - before }).then(
      (isOther) => isOther && onActivation(),
    )
    return resultOf(outcome)
  }
}

/** Whether the whole did anything else than the one call of the sound rule would have done. */
async function differs([call, ...more]: readonly Call[], whole: Call): Promise<boolean> {
  if (call === undefined || more.length > 0 || call.writes !== whole.writes) return true
  if (!isDeepStrictEqual(call.parameters.slice(1), whole.parameters.slice(1))) return true
  return !isDeepStrictEqual(await settled(call.outcome), await settled(whole.outcome))
}

async function settled(outcome: Outcome): Promise<Outcome> {
  if (!('result' in outcome) || !types.isPromise(outcome.result)) return outcome
  return outcome.result.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
}

function outcomeOf(work: () => unknown): Outcome {
  try {
    return { result: work() }
  } catch (error) {
    return { error }
  }
}

function resultOf(outcome: Outcome): unknown {
  if ('error' in outcome) throw outcome.error
  return outcome.result
}
