import { records } from '../changes/answers.ts'
import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requests } from '../changes/requests.ts'
import { randomUUID } from 'node:crypto'
import { conflict, validationError } from '../../reference/service/http/service-error.ts'
import { changeNumberOfItem } from '../../reference/service/items/update-item.ts'
import { alreadyAssigned, changePartNumber } from '../../reference/service/part-numbers/change-part-number.ts'
import { knownNumber, refuseKnownNumber } from '../../reference/service/part-numbers/claim-part-number.ts'
import { formatFor, judgeFormat, outOfFormat } from '../../reference/service/part-numbers/judge-format.ts'
import type { PartNumberRow } from '../../reference/service/part-numbers/part-number.ts'
import { retirePartNumber } from '../../reference/service/part-numbers/retire-part-number.ts'
import { withEachEntry } from './sent-entries.ts'
import { defineVariants } from './variant.ts'

const separator = '\u0001'

/** Lawful differences in the schemes that part numbers follow, and in whose numbers they are. */
export const numberSchemeVariants = defineVariants({
  'same-number-again-is-already-assigned': {
    title: 'returns 422 PART_NUMBER_ALREADY_ASSIGNED for the current number of a product',
    latitude: 'the contract leaves open what happens with the current number',
    touches: ['PN-11', 'PN-24'],
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        if (typeof body.part_number === 'string' && body.part_number === product.part_number) throw alreadyAssigned()
        sound(deployment, product, body)
      }),
    ],
  },
  'conflicts-tell-retired-numbers-apart': {
    title: 'returns different codes for a retired number and a number in use',
    latitude: 'the contract does not define the name of this code',
    touches: ['PN-04', 'PN-05', 'PN-06', 'PN-07', 'PN-24'],
    without: ['part-number-conflict-has-another-code'],
    changes: [
      replace(refuseKnownNumber, () => (deployment, claim) => {
        const known = knownNumber(deployment, claim)
        if (known === undefined) return
        throw conflict(`part_number_${known.state === 'active' ? 'in_use' : 'retired'}`, 'choose another one')
      }),
    ],
  },
  'part-numbers-ignore-punctuation': {
    title: 'ignores hyphens, points, slashes and spaces in the comparison of part numbers',
    latitude: 'the contract does not say how part numbers are compared',
    touches: ['PN-24', 'PN-17'],
    changes: [
      replace(knownNumber, () => ({ store }, { organizationId, number }) => {
        const sql = `SELECT * FROM part_numbers WHERE organization_id = ? AND ${bare('number')} = ${bare('?')}`
        return store.get<PartNumberRow>(sql, organizationId, number)
      }),
    ],
  },
  'part-numbers-ignore-accents': {
    title: 'ignores accents in the comparison of part numbers',
    latitude: 'the contract does not say how part numbers are compared, and many databases ignore accents',
    touches: ['PN-24', 'PN-17'],
    changes: [
      replace(knownNumber, () => ({ store }, { organizationId, number }) => {
        const sql = 'SELECT * FROM part_numbers WHERE organization_id = ?'
        const known = store.all<PartNumberRow>(sql, organizationId)
        return known.find((other) => withoutAccents(other.number) === withoutAccents(number))
      }),
    ],
  },
  'items-have-numbers-of-their-own': {
    title: 'keeps part numbers of items apart from those of products, allows duplicates, and changes them directly',
    latitude: 'the contract does not define the rules for part numbers of items',
    touches: ['ITEM-13', 'PN-24', 'ITEM-06'],
    changes: [
      requests((sent) =>
        / \/items/u.test(sent.route)
          ? withEachEntry(sent, (entry) =>
              typeof entry['part_number'] === 'string'
                ? { ...entry, part_number: `${entry['part_number']}${separator}${randomUUID()}` }
                : entry,
            )
          : sent,
      ),
      replace(changeNumberOfItem, (sound) => (deployment, item, wish) => {
        if (typeof wish !== 'string' || item.part_number === null) {
          sound(deployment, item, wish)
          return
        }
        retirePartNumber(deployment, { kind: 'item', id: item.id })
        sound(deployment, { ...item, part_number: null }, wish)
      }),
      records((record) => {
        const { part_number: number } = record
        return typeof number === 'string' ? { ...record, part_number: number.split(separator)[0] ?? '' } : record
      }),
    ],
  },
  'items-have-no-part-numbers': {
    title: 'returns 422 for every part number of an item',
    latitude: 'the contract does not define the rules for part numbers of items: all may be rejected',
    touches: ['ITEM-04', 'ITEM-06', 'ITEM-13'],
    without: ['items-have-numbers-of-their-own'],
    changes: [
      requests((sent) =>
        / \/items/u.test(sent.route)
          ? withEachEntry(sent, (entry, at) => {
              if (typeof entry['part_number'] !== 'string') return entry
              throw validationError({
                loc: [...at, 'part_number'],
                msg: 'is not for items',
                type: 'part_number_format',
              })
            })
          : sent,
      ),
    ],
  },
  'part-number-rule-nobody-declared': {
    title: 'accepts only part numbers of one format, everywhere, which the target file does not declare',
    latitude: 'the rule is configured in the web application',
    touches: ['PN-17', 'PN-01', 'PN-02'],
    controls: false,
    changes: [replace(formatFor, () => () => '^[A-Z]{2}-[0-9]{6}-[A-Z]$')],
  },
  'part-numbers-have-a-check-digit': {
    title: 'accepts one part number in ten, by a checksum, which the target file does not declare',
    latitude: 'the rule is configured in the web application',
    touches: ['PN-17', 'PN-01', 'PN-02'],
    controls: false,
    without: ['part-number-rule-holds-everywhere'],
    changes: [acceptedNumbers((number) => sumOf(number) % 10 === 0)],
  },
  'part-numbers-have-reserved-ranges': {
    title: 'accepts every second part number, by its last character, which the target file does not declare',
    latitude: 'the rule is configured in the web application',
    touches: ['PN-17', 'PN-01', 'PN-02'],
    controls: false,
    without: ['part-number-rule-holds-everywhere'],
    changes: [acceptedNumbers((number) => (number.codePointAt(number.length - 1) ?? 0) % 2 === 0)],
  },
})

function acceptedNumbers(accepts: (number: string) => boolean): RuleChange {
  return replace(judgeFormat, (sound) => (deployment, question) => {
    if (!accepts(question.number)) throw outOfFormat()
    sound(deployment, question)
  })
}

/** An SQL expression for a text without hyphens, points, slashes and spaces. */
function bare(text: string): string {
  return `replace(replace(replace(replace(${text},'-',''),'.',''),'/',''),' ','')`
}

function sumOf(number: string): number {
  return Array.from(number).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0)
}

function withoutAccents(number: string): string {
  return number.normalize('NFD').replaceAll(/\p{M}/gu, '')
}
