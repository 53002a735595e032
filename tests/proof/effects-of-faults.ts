import { createHash, type Hash } from 'node:crypto'
import { types } from 'node:util'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { answers } from '../../proof/changes/answers.ts'
import type { Answer, Change } from '../../proof/changes/change.ts'
import { replace } from '../../proof/changes/replace.ts'
import { faults, isFaultId, type FaultId, faultOf } from '../../proof/faults/catalogue.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import type { AnyRule } from '../../reference/service/rule.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'

/** Calls of one rule that its faults are tried on: each is tried by every fault of the rule. */
const callsTried = 120
/** Answers of one route and status that faults are tried on. */
const answersTried = 30

/**
 * What each fault does in one run of the suite against a sound reference, as a digest: every call of a rule that it
 * replaces and every answer that it mutates is given to it beside the sound one, and its writes are rolled back. Faults
 * that made no difference there, and those of asynchronous rules, have no digest.
 */
export async function effectsOfFaults(): Promise<ReadonlyMap<FaultId, string>> {
  const hashes = new Map<Change, Hash>()
  let events = 0
  const note: Note = (change, { sound, faulty }) => {
    if (sound === faulty) return
    const hash = hashes.get(change) ?? createHash('sha256')
    hashes.set(change, hash.update(`${events}\n${faulty}\n`))
  }
  const next = (): void => {
    events += 1
  }
  await judgeReference({
    checks: await collectChecks(),
    changes: [...trialsOfRules(note, next), trialOfAnswers(note, next)],
  })
  const digests = new Map([...hashes].map(([change, hash]) => [change, hash.digest('hex')]))
  return new Map(
    faultIds.flatMap((id) => {
      const changes: readonly Change[] = faultOf(id).changes
      const effects = changes.map((change) => digests.get(change))
      // One change of several may show in what another one does: alone it says nothing.
      return effects.includes(undefined) ? [] : [[id, effects.join('\n')]]
    }),
  )
}

type Note = (change: Change, outcomes: { readonly sound: string; readonly faulty: string }) => void

const faultIds = Object.keys(faults).filter((id) => isFaultId(id))

function changesAt<Place extends Change['place']>(
  place: Place,
): ReadonlyArray<Extract<Change, { readonly place: Place }>> {
  return faultIds
    .flatMap((id): readonly Change[] => faultOf(id).changes)
    .filter((change): change is Extract<Change, { readonly place: Place }> => change.place === place)
}

function trialsOfRules(note: Note, next: () => void): readonly Change[] {
  return [...Map.groupBy(changesAt('rule'), (change) => change.rule)].map(([rule, candidates]) => {
    let calls = 0
    return replace<AnyRule>(rule, (sound) => (...parameters) => {
      calls += 1
      next()
      const isTried = calls <= callsTried && !parameters.some((parameter) => answersItself(parameter))
      const expected = isTried ? attempt(sound, parameters) : undefined
      if (expected !== undefined)
        for (const change of candidates) {
          const faulty = attempt(
            change.by(sound, () => undefined),
            parameters,
          )
          if (faulty !== undefined) note(change, { sound: expected, faulty })
        }
      return sound(...parameters)
    })
  })
}

/** What a function gives and writes, as a text; everything is rolled back. Undefined where it does not end at once. */
function attempt(rule: AnyRule, parameters: readonly unknown[]): string | undefined {
  const [deployment, ...others] = parameters
  if (!isDeployment(deployment)) return undefined
  const { store } = deployment
  return store.transaction(() => {
    store.run('SAVEPOINT attempt')
    const writes: string[] = []
    try {
      const result: unknown = Reflect.apply(rule, undefined, [withWrites(deployment, writes), ...others])
      if (!types.isPromise(result)) return `${textOf(result)}\n${writes.join('\n')}`
      result.catch(() => undefined)
      return undefined
    } catch (error) {
      return `refused ${textOf(error)}\n${writes.join('\n')}`
    } finally {
      store.run('ROLLBACK TO attempt')
      store.run('RELEASE attempt')
    }
  })
}

function isDeployment(value: unknown): value is Deployment {
  return typeof value === 'object' && value !== null && 'store' in value
}

/** Whether a parameter is a reply, or holds one: what is sent cannot be rolled back. */
function answersItself(parameter: unknown): boolean {
  if (typeof parameter !== 'object' || parameter === null) return false
  return 'send' in parameter || 'reply' in parameter || 'write' in parameter
}

/** The deployment with a store that tells what is written. */
function withWrites(deployment: Deployment, writes: string[]): Deployment {
  const store = new Proxy(deployment.store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...values: readonly unknown[]): unknown => {
        if (name === 'run') writes.push(textOf(values))
        return Reflect.apply(member, target, values)
      }
    },
  })
  return { ...deployment, store }
}

function trialOfAnswers(note: Note, next: () => void): Change {
  const candidates = changesAt('answer')
  const tried = new Map<string, number>()
  return answers(async (answer, deployment) => {
    next()
    const kind = `${answer.route} ${answer.status}`
    const times = (tried.get(kind) ?? 0) + 1
    tried.set(kind, times)
    if (times > answersTried) return answer
    const sound = answerText(answer)
    for (const change of candidates) note(change, { sound, faulty: answerText(await change.send(answer, deployment)) })
    return answer
  })
}

function answerText({ status, headers, json, bytes }: Answer): string {
  return textOf([status, headers, json, bytes?.toString('base64')])
}

/** Ids and times are made anew by each attempt. */
function textOf(value: unknown): string {
  const plain = value instanceof Error ? Object.assign({}, value, { message: value.message }) : value
  return (JSON.stringify(plain) ?? 'nothing')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, '<time>')
}
