import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { conflict, ServiceError, validationError } from '../../reference/service/http/service-error.ts'
import { changePartNumber } from '../../reference/service/part-numbers/change-part-number.ts'
import {
  knownNumber,
  numberConflict,
  recordPartNumber,
  refuseKnownNumber,
} from '../../reference/service/part-numbers/claim-part-number.ts'
import { formatFor, judgeFormat } from '../../reference/service/part-numbers/judge-format.ts'
import type { PartNumberRow } from '../../reference/service/part-numbers/part-number.ts'
import { retireNumbersOfProduct } from '../../reference/service/part-numbers/retire-part-number.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in how part numbers are judged, refused and retired. */
export const partNumberVariants = defineVariants({
  'part-number-conflict-has-another-code': {
    title: 'returns the code conflict for a number in use or retired',
    latitude: 'the contract does not define the name of this code',
    touches: ['PN-07', 'PN-08', 'PN-04', 'PN-05', 'PN-06', 'PN-24'],
    changes: [replace(numberConflict, () => (_, message) => conflict('conflict', message))],
  },
  'same-number-again-conflicts': {
    title: 'returns 409 for assigning a product its current number',
    latitude: 'the contract leaves open what happens with the current number',
    touches: ['PN-24', 'PN-11', 'PN-23'],
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        if (typeof body.part_number === 'string' && body.part_number === product.part_number)
          throw numberConflict(deployment, 'the product has this part number already')
        sound(deployment, product, body)
      }),
    ],
  },
  'null-without-a-number-is-refused': {
    title: 'returns 422 for removing a part number from a product without one',
    latitude: 'the contract leaves open what null means for a product without a number',
    touches: ['PN-12', 'PN-24', 'PN-23'],
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        if (body.part_number === null && product.part_number === null)
          throw validationError({ loc: ['body', 'part_number'], msg: 'is not assigned', type: 'not_assigned' })
        sound(deployment, product, body)
      }),
    ],
  },
  'part-numbers-ignore-letter-case': {
    title: 'ignores letter case in the comparison of part numbers',
    latitude: 'the contract does not say whether part numbers are case-sensitive',
    touches: ['PN-24', 'PN-17'],
    changes: [
      replace(knownNumber, () => ({ store }, { organizationId, number }) => {
        const sql = 'SELECT * FROM part_numbers WHERE organization_id = ? AND number = ? COLLATE NOCASE'
        return store.get<PartNumberRow>(sql, organizationId, number)
      }),
    ],
  },
  'part-number-rule-holds-everywhere': {
    title: 'accepts only part numbers of one format, in every workspace',
    latitude: 'the rule is configured in the web application',
    touches: ['PN-17', 'PN-16', 'PN-01'],
    controls: false,
    target: { fixtures: { partNumberRule: { pattern: '^PN-[0-9]{8}$', matching: 'PN-00000001', violating: 'nope' } } },
    changes: [
      replace(
        formatFor,
        (sound) =>
          (...asked) =>
            sound(...asked) ?? '^PN-[0-9]{8}$',
      ),
    ],
  },
  'many-numbers-of-the-format-are-in-use': {
    title: 'accepts only part numbers of four digits, in every workspace, and every third one was used before the run',
    latitude: 'the rule is configured in the web application, and an organization may have used numbers',
    touches: ['PN-17', 'PN-01', 'PN-07'],
    controls: false,
    without: [
      'part-number-rule-nobody-declared-in-the-first-workspace',
      'part-number-rule-nobody-declared-in-the-second-workspace',
      'part-numbers-have-a-check-digit',
      'part-numbers-have-reserved-ranges',
      'products-number-themselves',
      'items-number-themselves',
    ],
    target: { fixtures: { partNumberRule: { pattern: '^PN-[0-9]{4}$', matching: 'PN-0001', violating: 'nope' } } },
    changes: [
      replace(
        formatFor,
        (sound) =>
          (...asked) =>
            sound(...asked) ?? '^PN-[0-9]{4}$',
      ),
      replace(refuseKnownNumber, (sound) => (deployment, claim) => {
        sound(deployment, claim)
        if (/^PN-[0-9]{4}$/.test(claim.number) && Number(claim.number.slice(3)) % 3 === 0)
          throw numberConflict(deployment, 'the part number is retired in this organization')
      }),
    ],
  },
  'deletion-frees-numbers-in-use': {
    title: 'frees the active part numbers of a deleted product and its items; retired ones stay retired',
    latitude: 'the contract does not define the number of a deleted product',
    touches: ['PN-22', 'PN-24', 'PN-23'],
    changes: [
      replace(retireNumbersOfProduct, (sound) => (deployment, productId) => {
        const ofProduct = 'product_id = ? OR item_id IN (SELECT id FROM items WHERE product_id = ?)'
        const sql = `DELETE FROM part_numbers WHERE state = 'active' AND (${ofProduct})`
        deployment.store.run(sql, productId, productId)
        sound(deployment, productId)
      }),
    ],
  },
  'number-outside-its-format-is-already-assigned': {
    title: 'answers a part number that does not match the configured format with the code PART_NUMBER_ALREADY_ASSIGNED',
    latitude: 'the contract says of this code only that it is as above',
    touches: ['PN-15', 'PN-25', 'ERR-03'],
    changes: [
      replace(judgeFormat, (sound) => (deployment, question) => {
        try {
          sound(deployment, question)
        } catch {
          const message = 'the part number does not match the configured format'
          throw new ServiceError({ status: 422, code: 'PART_NUMBER_ALREADY_ASSIGNED', message })
        }
      }),
    ],
  },
  'lost-races-have-a-code-of-their-own': {
    title: 'returns the code number_just_taken for a part number that another request got within a second',
    latitude: 'the contract does not define the name of this code',
    touches: ['PN-19', 'PN-20', 'PN-18', 'PN-07'],
    without: ['part-number-conflict-has-another-code', 'conflicts-tell-retired-numbers-apart'],
    changes: [
      replace(recordPartNumber, (sound) => (deployment, claim) => {
        sound(deployment, claim)
        remember(deployment, `number ${claim.number}`, true)
      }),
      replace(refuseKnownNumber, (sound) => (deployment, claim) => {
        const got = recall(deployment, `number ${claim.number}`)
        const known = knownNumber(deployment, claim)
        if (known !== undefined && got !== undefined && Date.now() - got.at < 1000)
          throw conflict('number_just_taken', 'another request was faster')
        sound(deployment, claim)
      }),
    ],
  },
})
