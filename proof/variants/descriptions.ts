import type { Change } from '../changes/change.ts'
import { records } from '../changes/answers.ts'
import { prepares } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import { describe, describeLater } from '../../reference/service/descriptions/describe-later.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in whether and when uploads are described. */
export const descriptionVariants = defineVariants({
  'descriptions-take-two-seconds': {
    title: 'generates descriptions two seconds after an upload',
    latitude: 'generation runs after the response',
    touches: ['AI-01', 'AI-02'],
    target: { aiUsage: true },
    changes: [aiUsage(true), describedAfter(2000)],
  },
  'descriptions-take-forty-seconds': {
    title: 'generates descriptions forty seconds after an upload',
    latitude: 'the contract sets no time limit for it',
    touches: ['AI-01'],
    target: { aiUsage: true },
    without: ['descriptions-never-come-without-ai'],
    changes: [aiUsage(true), describedAfter(40_000)],
  },
  'descriptions-have-a-placeholder': {
    title: 'returns a placeholder until a description is generated',
    latitude: 'the contract does not say what a file shows until then',
    touches: ['AI-02', 'AI-01'],
    target: { aiUsage: true },
    without: ['descriptions-never-come-without-ai'],
    changes: [
      aiUsage(true),
      records((record) => {
        const isAwaited = record['description_status'] === 'pending' && record['description'] === null
        return isAwaited ? { ...record, description: 'A description is on its way.' } : record
      }),
    ],
  },
  'descriptions-are-improved-later': {
    title: 'generates a first description immediately and replaces it later if nobody changed it',
    latitude: 'the contract does not say how often a description is generated',
    touches: ['AI-01', 'AI-04'],
    target: { aiUsage: true },
    without: ['descriptions-never-come-without-ai', 'descriptions-come-unasked'],
    changes: [aiUsage(true), replace(describe, improvedLater)],
  },
  'only-texts-are-described': {
    title: 'generates descriptions only for texts and documents',
    latitude: 'the contract does not say for which files descriptions exist',
    touches: ['AI-01'],
    target: { aiUsage: true },
    without: ['descriptions-never-come-without-ai'],
    changes: [
      aiUsage(true),
      replace(describe, (sound) => (deployment, file) => {
        if (/^(?:text\/|application\/pdf)/u.test(file.content_type ?? '')) sound(deployment, file)
      }),
    ],
  },
  'description-statuses-have-other-words': {
    title: 'returns queued, GENERATED and none as description statuses',
    latitude: 'the contract names only one status',
    touches: ['AI-08', 'AI-05', 'AI-06'],
    without: ['descriptions-have-a-placeholder'],
    changes: [
      records((record) => {
        const { description_status: status } = record
        if (!('description_status' in record)) return record
        const words = new Map([
          ['pending', 'queued'],
          ['done', 'GENERATED'],
          ['', 'none'],
        ])
        return { ...record, description_status: words.get(typeof status === 'string' ? status : '') ?? status }
      }),
    ],
  },
  'descriptions-come-unasked': {
    title: 'generates descriptions although the target file does not declare AI usage',
    latitude: 'AI usage may be on',
    touches: ['AI-03', 'AI-01'],
    controls: false,
    changes: [aiUsage(true), describedAfter(40)],
  },
  'descriptions-never-come-without-ai': {
    title: 'has AI usage off, and no control switches it on',
    latitude: 'AI usage may be off',
    touches: ['AI-01', 'AI-03'],
    controls: false,
    target: { aiUsage: false },
    changes: [aiUsage(false)],
  },
})

const improvedAfterMs = 400

function improvedLater(sound: typeof describe): typeof describe {
  return (deployment, file) => {
    sound(deployment, file)
    const improve = (): void => {
      if (deployment.closing.aborted) return
      const sql =
        "UPDATE files SET description = description || ', in detail' WHERE id = ? AND description_status = 'done'"
      deployment.store.run(sql, file.id)
    }
    setTimeout(improve, improvedAfterMs).unref()
  }
}

function aiUsage(enabled: boolean): Change {
  return prepares((store, { organizations }) => {
    store.run('UPDATE organizations SET ai_usage = ? WHERE id = ?', enabled ? 1 : 0, organizations.own)
  })
}

function describedAfter(descriptionDelayMs: number): Change {
  return replace(describeLater, (sound) => (deployment, file) => sound({ ...deployment, descriptionDelayMs }, file))
}
