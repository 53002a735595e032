import { records } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { setAiUsage } from '../../reference/control/ai-usage.ts'
import { descriptionOf } from '../../reference/service/descriptions/description-of.ts'
import { describe, isAwaited } from '../../reference/service/descriptions/describe-later.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import { defineVariants } from './variant.ts'

const textAfterMs = 300
const knownAfterMs = 800
const turns = 'descriptions so far'

/** Lawful differences in how automatic descriptions are worked off, and in what becomes of them. */
export const descriptionWorkVariants = defineVariants({
  'descriptions-fail': {
    title: 'fails to describe any file, and says so in its status',
    latitude: 'what becomes of a queued description is not shown',
    changes: [
      replace(describe, () => (deployment, file) => {
        const present = readFile(deployment, file.id)
        if (present !== undefined && isAwaited(deployment, present))
          deployment.store.run("UPDATE files SET description_status = 'failed' WHERE id = ?", file.id)
      }),
    ],
  },
  'descriptions-fail-now-and-then': {
    title: 'fails to describe every third file, and says so in its status',
    latitude: 'what becomes of a queued description is not shown',
    without: ['descriptions-fail'],
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
    title: 'shows a text in the place of a description that nobody has given, with AI usage or without',
    latitude: 'what a file without a description shows is not shown',
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
    title: 'shows dismissed as the description status of a file that no description is awaited for',
    latitude: 'only one status is named, and what it begins with is not shown',
    without: ['description-statuses-have-other-words'],
    changes: [
      records((record) =>
        'originalFileName' in record && record['description_status'] === null
          ? { ...record, description_status: 'dismissed' }
          : record,
      ),
    ],
  },
  'only-dismissals-are-shown': {
    title: 'shows the description status of a file where it is dismissed, and else none',
    latitude: 'only one status is named',
    without: ['what-nobody-awaits-is-dismissed', 'description-statuses-have-other-words'],
    changes: [
      records((record) => {
        if (record['description_status'] === 'dismissed') return record
        return Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'description_status'))
      }),
    ],
  },
  'descriptions-come-after-their-status': {
    title: 'shows the status of a finished description a moment before its text',
    latitude: 'only one status is named, and no order',
    without: ['descriptions-are-improved-later', 'descriptions-have-a-placeholder', 'only-texts-are-described'],
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
    title: 'goes on for most of a second as before when AI usage is switched',
    latitude: 'what is switched in the web application may be known everywhere a little later',
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
    title: 'describes no upload that waits when AI usage is switched off',
    latitude: 'what becomes of a queued description is not shown',
    changes: [
      replace(isAwaited, (sound) => (deployment, file) => {
        const sql = 'SELECT ai_usage FROM organizations WHERE id = ?'
        const usage = deployment.store.get<{ ai_usage: number }>(sql, file.organization_id)
        return usage?.ai_usage === 1 && sound(deployment, file)
      }),
    ],
  },
})
