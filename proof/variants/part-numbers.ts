import { replace } from '../changes/replace.ts'
import { conflict, validationError } from '../../reference/service/http/service-error.ts'
import { changePartNumber } from '../../reference/service/part-numbers/change-part-number.ts'
import {
  knownNumber,
  numberConflict,
  refuseKnownNumber,
} from '../../reference/service/part-numbers/claim-part-number.ts'
import { formatFor } from '../../reference/service/part-numbers/judge-format.ts'
import type { PartNumberRow } from '../../reference/service/part-numbers/part-number.ts'
import { retireNumbersOfProduct } from '../../reference/service/part-numbers/retire-part-number.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in how part numbers are judged, refused and retired. */
export const partNumberVariants = defineVariants({
  'part-number-conflict-has-another-code': {
    title: 'answers a number in use or retired with the code conflict',
    latitude: 'the name of this code is not shown',
    changes: [replace(numberConflict, () => (_, message) => conflict('conflict', message))],
  },
  'same-number-again-conflicts': {
    title: 'answers 409 to assigning the number that the product has',
    latitude: 'the same number again may be treated in any way',
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        if (typeof body.part_number === 'string' && body.part_number === product.part_number)
          throw numberConflict(deployment, 'the product has this part number already')
        sound(deployment, product, body)
      }),
    ],
  },
  'null-without-a-number-is-refused': {
    title: 'answers 422 to removing a part number from a product that has none',
    latitude: 'null without a number may be treated in any way',
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        if (body.part_number === null && product.part_number === null)
          throw validationError({ loc: ['body', 'part_number'], msg: 'is not assigned', type: 'not_assigned' })
        sound(deployment, product, body)
      }),
    ],
  },
  'part-numbers-ignore-letter-case': {
    title: 'treats part numbers that differ in letter case only as the same',
    latitude: 'whether letter case tells part numbers apart is not shown',
    changes: [
      replace(knownNumber, () => ({ store }, { organizationId, number }) => {
        const sql = 'SELECT * FROM part_numbers WHERE organization_id = ? AND number = ? COLLATE NOCASE'
        return store.get<PartNumberRow>(sql, organizationId, number)
      }),
    ],
  },
  'part-number-rule-holds-everywhere': {
    title: 'accepts part numbers of one format only, in every workspace',
    latitude: 'the rule is configured in the web application',
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
    title:
      'accepts part numbers of four digits only, in every workspace, and has had every third of them since before the run',
    latitude: 'the rule is configured in the web application, and an organization has numbers already',
    controls: false,
    without: [
      'part-number-rule-holds-everywhere',
      'part-number-rule-nobody-declared',
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
    title: 'frees the part numbers that a product and its items have when it is deleted; retired ones stay retired',
    latitude: 'the number of a deleted product is not shown',
    changes: [
      replace(retireNumbersOfProduct, (sound) => (deployment, productId) => {
        const ofProduct = 'product_id = ? OR item_id IN (SELECT id FROM items WHERE product_id = ?)'
        const sql = `DELETE FROM part_numbers WHERE state = 'active' AND (${ofProduct})`
        deployment.store.run(sql, productId, productId)
        sound(deployment, productId)
      }),
    ],
  },
})
