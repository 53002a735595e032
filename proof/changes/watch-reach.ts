import { isDeepStrictEqual } from 'node:util'
import type { AnyRule } from '../../reference/service/rule.ts'
import { answers } from './answers.ts'
import type { Change } from './change.ts'
import { replace } from './replace.ts'
import { requests } from './requests.ts'
import { withoutMoments } from './wait-a-moment.ts'

/** A change by the name of what it belongs to. */
export interface NamedChange<Name> {
  readonly name: Name
  readonly change: Change
}

/** Whether it can be told which requests come to a change: one of arrivals, transport or store may alter any of them. */
export function isWatchable({ place }: Change): boolean {
  return place === 'rule' || place === 'request' || place === 'answer'
}

/**
 * Changes that alter nothing and tell which of the given ones a request comes to: those of a rule when it is called, those
 * of requests and answers when they would differ.
 */
export function watchReach<Name>(
  watched: readonly NamedChange<Name>[],
  onReached: (name: Name) => void,
): readonly Change[] {
  const ofRules = new Map<AnyRule, Name[]>()
  for (const { name, change } of watched)
    if (change.place === 'rule') ofRules.set(change.rule, [...(ofRules.get(change.rule) ?? []), name])
  return [
    ...[...ofRules].map(([rule, names]) =>
      replace<AnyRule>(rule, (sound) => (...parameters) => {
        for (const name of names) onReached(name)
        return sound(...parameters)
      }),
    ),
    ...watched.flatMap(({ name, change }) => onWire(change, () => onReached(name))),
  ]
}

function onWire(change: Change, onReached: () => void): readonly Change[] {
  if (change.place === 'request')
    return [
      requests(async (sent, deployment) => {
        try {
          const { query, body } = await withoutMoments(() => change.receive(sent, deployment))
          if (!isDeepStrictEqual([query, body], [sent.query, sent.body])) onReached()
        } catch {
          // It would refuse the request.
          onReached()
        }
        return sent
      }),
    ]
  if (change.place === 'answer')
    return [
      answers(async (answer, deployment) => {
        if ((await withoutMoments(() => change.send(answer, deployment))) !== answer) onReached()
        return answer
      }),
    ]
  return []
}
