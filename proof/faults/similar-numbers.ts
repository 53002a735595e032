import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { knownNumber } from '../../reference/service/part-numbers/claim-part-number.ts'
import type { PartNumberRow } from '../../reference/service/part-numbers/part-number.ts'
import { defineFaults } from './fault.ts'

/** Faults in which a part number is treated as another one that it is nearly like. */
export const similarNumberFaults = defineFaults({
  'underscore-in-a-number-is-a-wildcard': {
    title: 'treats an underscore in a part number as a wildcard',
    breaks: ['PN-01'],
    changes: [alsoKnownHere((known, number) => known.length === number.length && isLike(known, number))],
  },
  'numbers-compared-up-to-64-characters': {
    title: 'compares only the first 64 characters of part numbers',
    breaks: ['PN-01'],
    changes: [alsoKnownHere((known, number) => number.length > 64 && known.slice(0, 64) === number.slice(0, 64))],
  },
  'numbers-of-one-value-conflict': {
    title: 'rejects a number that equals another one numerically (012 and 12)',
    breaks: ['PN-01'],
    changes: [alsoKnownHere((known, number) => /^\d/u.test(number) && Number(known) === Number(number))],
  },
  'number-looked-for-at-the-start-of-others': {
    title: 'rejects a number of more than six characters that is the beginning of another one',
    breaks: ['PN-01'],
    changes: [alsoKnownHere((known, number) => number.length > 6 && known.startsWith(number))],
  },
})

/** A number is known that a sound service does not know: one of the organization that is spelt otherwise. */
function alsoKnownHere(isKnown: (known: string, number: string) => boolean): RuleChange {
  return replace(knownNumber, (sound) => (deployment, claim) => {
    const sql = 'SELECT * FROM part_numbers WHERE organization_id = ?'
    const others = deployment.store.all<PartNumberRow>(sql, claim.organizationId)
    return sound(deployment, claim) ?? others.find(({ number }) => isKnown(number, claim.number))
  })
}

/** Whether the number is like a known one, if an underscore stands for any character. */
function isLike(known: string, number: string): boolean {
  return number.split('').every((character, index) => character === '_' || character === known[index])
}
