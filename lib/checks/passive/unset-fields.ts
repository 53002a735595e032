import type { PassiveCheck } from '../passive-check.ts'
import { evidence } from './field-rule.ts'
import type { JsonObject } from './field-rule.ts'
import { subjectOf } from './reading.ts'

const optionalTexts = ['description', 'part_number'] as const

/** How a product shows an optional text: `unset` as the contract wants it, spelled out though unset, or with something in it. */
function showing(product: JsonObject, field: (typeof optionalTexts)[number]): 'unset' | 'spelled out' | 'set' {
  const value = product[field]
  if (value === undefined) return 'unset'
  // An emptied description is a text that a person may have stored: observed, not judged. A part number of no characters is none.
  return value === null || (value === '' && field === 'part_number') ? 'spelled out' : 'set'
}

export const unsetFields: PassiveCheck = {
  title: 'an unset optional field of a product is left out',
  requirements: ['PROD-05', 'PROD-62'],
  look: (exchange, report) => {
    const subject = subjectOf(exchange, 'product')
    if (!subject) return
    for (const field of optionalTexts) {
      const unset = subject.records.filter((product) => showing(product, field) !== 'set')
      report.looked('PROD-05', unset.length)
      const broken = unset.find((product) => showing(product, field) === 'spelled out')
      if (!broken) continue
      report.objects('PROD-05', {
        rule: `product.${field} is spelled out though unset`,
        expected: `no ${field} where none is set`,
        actual: evidence(broken, broken[field]),
      })
    }
    if (subject.records.some((product) => product['description'] === ''))
      report.observes('PROD-62', 'description without text', 'shown as an empty string')
  },
}
