import type { PassiveCheck } from '../../checks/passive-check.ts'
import type { JsonObject } from '../../checks/passive/judge-shape.ts'
import { subjectOf } from '../../checks/passive/reading.ts'

function spelling(product: JsonObject): string {
  if (!('part_number' in product)) return '`partNumber` alone'
  return product['part_number'] === product['partNumber']
    ? 'both spellings, the same value'
    : 'both spellings, different values'
}

export const partNumberSpelling: PassiveCheck = {
  title: 'the spelling of part_number in products is observed',
  requirements: ['PROD-61'],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'product')
    if (!subject) return
    const withNumber = subject.records.filter((product) => 'partNumber' in product || 'part_number' in product)
    report.evaluated('PROD-61', withNumber.length)
    for (const value of new Set(
      withNumber.map((product) => ('partNumber' in product ? spelling(product) : '`part_number` alone')),
    ))
      report.observed('PROD-61', 'part number', value)
  },
}

/** Which of the two spellings of the upload time a deployment uses. */
export const uploadTimeSpelling: PassiveCheck = {
  title: "the format of a file's upload time is observed",
  requirements: [],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'file')
    if (!subject) return
    for (const field of ['uploadedAt', 'uploaded_at'])
      if (subject.records.some((file) => file[field] !== undefined))
        report.observed('FILE-04', 'format of the upload time', field)
  },
}
