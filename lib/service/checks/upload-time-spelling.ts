import type { PassiveCheck } from '../../checks/passive-check.ts'
import { subjectOf } from '../../checks/passive/reading.ts'

/** Which of the two spellings of the upload time a deployment has. */
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
