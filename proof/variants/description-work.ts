import { records } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { setAiUsage } from '../../reference/control/ai-usage.ts'
import { descriptionOf, describe, isAwaited } from '../../reference/service/descriptions/describe-later.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import { defineVariants } from './variant.ts'

const textAfterMs = 300
const knownAfterMs = 800
const turns = 'descriptions so far'

/** Lawful differences in how automatic descriptions are worked off, and in what becomes of them. */
export const descriptionWorkVariants = defineVariants({
  'descriptions-fail': {
    title: 'fails to generate any description and says so in the status',
    latitude: 'the contract does not say what becomes of a queued description',
    touches: ['AI-01', 'AI-08'],
    changes: [
      replace(describe, () => (deployment, file) => {
        const present = readFile(deployment, file.id)
        if (present !== undefined && isAwaited(deployment, present))
          deployment.store.run("UPDATE files SET description_status = 'failed' WHERE id = ?", file.id)
      }),
    ],
  },
  'descriptions-fail-now-and-then': {
    title: 'fails to generate every third description and says so in the status',
    latitude: 'the contract does not say what becomes of a queued description',
    touches: ['AI-01', 'AI-08'],
    changes: [
      replace(describe, (sound) => (deployment, file) => {
        const turn = (recall<number>(deployment, turns)?.value ?? 0) + 1
        remember(deployment, turns, turn)
        if (turn % 3 !== 0) {
          sound(deployment, file)
          return
        }
        const sql = "UPDATE files SET description_status = 'failed' WHERE id = ? AND description_status = 'pending'"
        deployment.store.run(sql, file.id)
      }),
    ],
  },
  'undescribed-files-say-so': {
    title: 'returns a placeholder for every missing description, with AI usage on or off',
    latitude: 'the contract does not say what a file without a description shows',
    touches: ['AI-03', 'AI-02', 'AI-01'],
    without: ['descriptions-have-a-placeholder', 'unset-descriptions-of-files-are-empty-texts'],
    changes: [
      records((record) =>
        'originalFileName' in record && record['description'] === null && record['description_status'] !== 'dismissed'
          ? { ...record, description: 'Not described.' }
          : record,
      ),
    ],
  },
  'what-nobody-awaits-is-dismissed': {
    title: 'returns dismissed as the description status of a file that waits for no description',
    latitude: 'the contract names only one status and does not define the first one',
    touches: ['AI-05', 'AI-06', 'AI-08'],
    changes: [
      records((record) =>
        'originalFileName' in record && record['description_status'] === null
          ? { ...record, description_status: 'dismissed' }
          : record,
      ),
    ],
  },
  'only-dismissals-are-shown': {
    title: 'returns the description status only if it is dismissed',
    latitude: 'the contract names only one status',
    touches: ['AI-05', 'AI-06', 'FILE-21'],
    without: ['what-nobody-awaits-is-dismissed', 'description-statuses-have-other-words'],
    changes: [
      records((record) => {
        if (record['description_status'] === 'dismissed') return record
        return Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'description_status'))
      }),
    ],
  },
  'descriptions-come-after-their-status': {
    title: 'returns the status of a finished description a moment before its text',
    latitude: 'the contract names only one status and no order',
    touches: ['AI-01', 'AI-08'],
    without: ['descriptions-have-a-placeholder'],
    changes: [
      replace(describe, () => (deployment, file) => {
        const present = readFile(deployment, file.id)
        if (present === undefined || !isAwaited(deployment, present)) return
        deployment.store.run("UPDATE files SET description_status = 'done' WHERE id = ?", file.id)
        const tell = (): void => {
          if (deployment.closing.aborted) return
          const sql = "UPDATE files SET description = ? WHERE id = ? AND description_status = 'done'"
          deployment.store.run(sql, descriptionOf(file), file.id)
        }
        setTimeout(tell, textAfterMs).unref()
      }),
    ],
  },
  'ai-usage-is-known-a-moment-later': {
    title: 'applies a change of AI usage most of a second later',
    latitude: 'a change in the web application may take effect a little later',
    touches: ['AI-01', 'AI-03'],
    changes: [
      replace(setAiUsage, (sound) => (deployment, enabled) => {
        const know = (): void => {
          if (!deployment.closing.aborted) sound(deployment, enabled)
        }
        setTimeout(know, knownAfterMs).unref()
      }),
    ],
  },
  'switching-ai-off-ends-what-waits': {
    title: 'cancels waiting descriptions when AI usage is switched off',
    latitude: 'the contract does not say what becomes of a queued description',
    touches: ['AI-03', 'AI-01'],
    changes: [
      replace(isAwaited, (sound) => (deployment, file) => {
        const sql = 'SELECT ai_usage FROM organizations WHERE id = ?'
        const usage = deployment.store.get<{ ai_usage: number }>(sql, file.organization_id)
        return usage?.ai_usage === 1 && sound(deployment, file)
      }),
    ],
  },
})
