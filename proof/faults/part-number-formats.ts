import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { changePartNumber } from '../../reference/service/part-numbers/change-part-number.ts'
import { claimPartNumber } from '../../reference/service/part-numbers/claim-part-number.ts'
import { formatFor, judgeFormat, outOfFormat } from '../../reference/service/part-numbers/judge-format.ts'
import { assignPartNumber, claimFor, numberNewProduct } from '../../reference/service/part-numbers/number-product.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { defineFaults } from './fault.ts'

/** Faults in how part numbers are compared with the configured format. */
export const partNumberFormatFaults = defineFaults({
  'format-not-judged-at-creation': {
    title: 'accepts any number at creation, despite the configured format',
    breaks: ['PN-15'],
    changes: [unjudged(numberNewProduct)],
  },
  'format-not-judged-at-assignment': {
    title: 'assigns any number, despite the configured format',
    breaks: ['PN-25'],
    changes: [unjudged(assignPartNumber)],
  },
  'format-not-judged-beside-a-name': {
    title: 'does not check the format of a number that is assigned with a name',
    breaks: ['PN-25'],
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        const { part_number: number } = body
        const isUnjudged = typeof number === 'string' && product.part_number === null
        if (!isUnjudged || Reflect.get(body, 'name') === undefined) sound(deployment, product, body)
        else claimPartNumber(deployment, claimFor(product, number))
      }),
    ],
  },
  'format-refuses-everything': {
    title: 'rejects every number if a format is configured',
    breaks: ['PN-16'],
    changes: [
      replace(judgeFormat, (sound) => (deployment, question) => {
        if (formatFor(deployment, question) !== undefined) throw outOfFormat()
        sound(deployment, question)
      }),
    ],
  },
  'name-blamed-for-the-format': {
    title: 'returns name as the field of a number with a wrong format',
    breaks: ['ERR-05'],
    changes: [
      replace(judgeFormat, (sound) => (deployment, question) => {
        try {
          sound(deployment, question)
        } catch {
          throw validationError({ loc: ['body', 'name'], msg: 'has another format', type: 'format' })
        }
      }),
    ],
  },
  'space-in-number-refused': {
    title: 'rejects a number with a space if no format is configured',
    breaks: ['PN-17'],
    changes: [
      replace(judgeFormat, (sound) => (deployment, question) => {
        if (formatFor(deployment, question) === undefined && question.number.includes(' ')) throw outOfFormat()
        sound(deployment, question)
      }),
    ],
  },
  'format-holds-in-other-organizations': {
    title: 'applies a configured format to the products of every organization',
    breaks: ['PN-17'],
    changes: [
      replace(formatFor, (sound) => (deployment, question) => {
        const sql = `SELECT pattern FROM part_number_rules JOIN workspaces ON workspaces.id = workspace_id
          WHERE organization_id <> (SELECT organization_id FROM workspaces WHERE id = ?)`
        return (
          sound(deployment, question) ?? deployment.store.get<{ pattern: string }>(sql, question.workspaceId)?.pattern
        )
      }),
    ],
  },
  'line-break-after-a-format-accepted': {
    title: 'accepts a number that is followed by a line break',
    breaks: ['PN-15'],
    changes: [judgedAs((pattern, number) => new RegExp(pattern, 'u').test(number.replace(/\n$/u, '')))],
  },
  'format-found-anywhere-in-the-number': {
    title: 'matches the configured format without its start anchor',
    breaks: ['PN-15', 'PN-25'],
    changes: [judgedAs((pattern, number) => new RegExp(pattern.replace(/^\^/u, ''), 'u').test(number))],
  },
})

/** A number is claimed whatever its format. */
function unjudged(numbering: typeof assignPartNumber): RuleChange {
  return replace(numbering, () => (deployment, product, number) => {
    claimPartNumber(deployment, claimFor(product, number))
  })
}

/** A number counts as in the format if `isAccepted` says so. */
function judgedAs(isAccepted: (pattern: string, number: string) => boolean): RuleChange {
  return replace(judgeFormat, (sound) => (deployment, question) => {
    const pattern = formatFor(deployment, question)
    if (pattern === undefined || !isAccepted(pattern, question.number)) sound(deployment, question)
  })
}
