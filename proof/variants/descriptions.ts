import type { Change } from '../changes/change.ts'
import { records } from '../changes/answers.ts'
import { prepares } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import { describe, describeLater } from '../../reference/service/descriptions/describe-later.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in whether and when uploads are described. */
export const descriptionVariants = defineVariants({
  'descriptions-take-two-seconds': {
    title: 'describes an upload after two seconds',
    latitude: 'generation runs after the response',
    target: { aiUsage: true },
    changes: [aiUsage(true), describedAfter(2000)],
  },
  'descriptions-take-forty-seconds': {
    title: 'describes an upload after forty seconds',
    latitude: 'the contract sets no time for it',
    target: { aiUsage: true },
    without: ['descriptions-take-two-seconds', 'descriptions-come-unasked', 'descriptions-never-come-without-ai'],
    changes: [aiUsage(true), describedAfter(40_000)],
  },
  'descriptions-have-a-placeholder': {
    title: 'shows a text in the place of a description until it is generated',
    latitude: 'what a file shows until then is not shown',
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
    title: 'describes an upload at once, and better a little later where nobody has changed it',
    latitude: 'how often a description is generated is not shown',
    target: { aiUsage: true },
    without: ['descriptions-never-come-without-ai', 'descriptions-come-unasked'],
    changes: [aiUsage(true), replace(describe, improvedLater)],
  },
  'only-texts-are-described': {
    title: 'describes no uploads but texts and documents',
    latitude: 'of what a description can be made is not shown',
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
    title: 'calls awaited descriptions queued, those that came GENERATED, and those of nobody none',
    latitude: 'only one status is named',
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
    title: 'describes uploads although nobody has said that AI usage is on',
    latitude: 'AI usage may be on',
    controls: false,
    without: ['descriptions-never-come-without-ai'],
    changes: [aiUsage(true), describedAfter(40)],
  },
  'descriptions-never-come-without-ai': {
    title: 'has AI usage off, and nobody who switches it on',
    latitude: 'AI usage may be off',
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
