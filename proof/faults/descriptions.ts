import { setTimeout as sleep } from 'node:timers/promises'
import { answersOf, isRecord } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import {
  describe,
  describeLater,
  isAwaited,
  descriptionOf,
} from '../../reference/service/descriptions/describe-later.ts'
import { firstDescriptionStatus } from '../../reference/service/files/upload-file.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { type FileRow, showFile } from '../../reference/service/files/file.ts'
import { usagesOf } from '../../reference/service/files/file-usage.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import { changeDescription, changeTitle, dismissDescription } from '../../reference/service/files/update-file.ts'
import { defineFaults } from './fault.ts'

const usageKey = 'ai-usage-that-was-off-stays-off'
const turnKey = 'generation-of-one-file-at-a-time-saves-what-it-read'

/** Faults in the automatic descriptions of files. */
export const descriptionFaults = defineFaults({
  'ai-usage-that-was-off-stays-off': {
    title: 'describes no files any more after a file was uploaded while AI usage was off',
    breaks: ['AI-01'],
    changes: [
      replace(firstDescriptionStatus, (sound) => (deployment, target) => {
        const status = sound(deployment, target)
        const seen = recall<string | null>(deployment, usageKey)?.value
        if (status === 'pending' && seen !== 'off') remember(deployment, usageKey, 'on')
        if (status === null && seen === 'on') remember(deployment, usageKey, 'off')
        return seen === 'off' ? null : status
      }),
    ],
  },
  'upload-waits-for-its-description': {
    title: 'answers an upload to an item only after the description is generated',
    breaks: ['AI-02'],
    changes: [waitsForDescription('item')],
  },
  'upload-to-a-property-waits-for-its-description': {
    title: 'answers an upload to a property only after the description is generated',
    breaks: ['AI-02'],
    changes: [waitsForDescription('property')],
  },
  'generation-overwrites-a-person': {
    title: 'overwrites a description that a person wrote during the generation',
    breaks: ['AI-04'],
    changes: [
      replace(isAwaited, (sound) => (deployment, file) => file.description !== null || sound(deployment, file)),
    ],
  },
  'cleared-description-comes-back': {
    title: 'generates a description again after a person has cleared it',
    breaks: ['AI-07'],
    changes: [
      replace(isAwaited, (sound) => (deployment, file) => file.description === null || sound(deployment, file)),
    ],
  },
  'generation-overwrites-a-person-on-properties': {
    title: 'overwrites a description that a person wrote during the generation, for a file of a property',
    breaks: ['AI-04'],
    changes: [
      replace(isAwaited, (sound) => (deployment, file) => {
        const isWritten = file.description !== null && isOfProperty(deployment, file)
        return isWritten || sound(deployment, file)
      }),
    ],
  },
  'written-description-gives-way-to-another-generated-one': {
    title: 'generates a new description after a person replaced the generated one',
    breaks: ['AI-04'],
    changes: [
      replace(changeDescription, (sound, reached) => (deployment, file, text) => {
        sound(deployment, file, text)
        if (text !== '' && file.description_status === 'done') {
          void describeAnew(deployment, file)
          reached()
        }
      }),
    ],
  },
  'later-title-has-a-written-description-generated': {
    title: 'generates a description when the title changes, even if a person wrote one',
    breaks: ['AI-04'],
    changes: [
      replace(changeTitle, (sound, reached) => (deployment, file, title) => {
        sound(deployment, file, title)
        const isDismissed = file.description_status === 'dismissed'
        if (isDismissed && hasAiUsage(deployment, file)) {
          void describeAnew(deployment, file)
          reached()
        }
      }),
    ],
  },
  'cleared-description-is-generated-again': {
    title: 'generates a new description after a person cleared the generated one',
    breaks: ['AI-07'],
    changes: [
      replace(changeDescription, (sound, reached) => (deployment, file, text) => {
        sound(deployment, file, text)
        if (text === '' && file.description_status === 'done') {
          void describeAnew(deployment, file)
          reached()
        }
      }),
    ],
  },
  'cleared-description-comes-back-on-properties': {
    title: 'generates a description of a file of a property again after a person has cleared it',
    breaks: ['AI-07'],
    changes: [
      replace(isAwaited, (sound) => (deployment, file) => {
        const isCleared = file.description === null && isOfProperty(deployment, file)
        return isCleared || sound(deployment, file)
      }),
    ],
  },
  'generation-writes-the-title-back': {
    title: 'resets the title of a file to the uploaded one when its description is generated',
    breaks: ['FILE-14'],
    changes: [
      replace(describe, (sound) => (deployment, file) => {
        sound(deployment, file)
        const sql = "UPDATE files SET user_title = ? WHERE id = ? AND description_status = 'done'"
        deployment.store.run(sql, file.user_title, file.id)
      }),
    ],
  },
  'generation-of-one-file-at-a-time-saves-what-it-read': {
    title: 'generates one description at a time, and then saves the file as it was when its turn came',
    breaks: ['FILE-14'],
    changes: [
      replace(describeLater, (sound, reached) => (deployment, file) => {
        const earlier = recall<Promise<void>>(deployment, turnKey)?.value
        const described = sound(deployment, file)
        const work = async (): Promise<void> => {
          await earlier
          const read = deployment.closing.aborted ? undefined : readFile(deployment, file.id)
          await described
          reached()
          const sql = "UPDATE files SET user_title = ? WHERE id = ? AND description_status = 'done'"
          if (read !== undefined && !deployment.closing.aborted) deployment.store.run(sql, read.user_title, file.id)
        }
        const turn = work()
        remember(deployment, turnKey, turn)
        return turn
      }),
    ],
  },
  'files-of-properties-are-not-described': {
    title: 'describes only files of items',
    breaks: ['AI-01'],
    changes: [
      replace(
        firstDescriptionStatus,
        (sound) => (deployment, target) => (target.property_type === null ? sound(deployment, target) : null),
      ),
    ],
  },
  'files-of-properties-are-described-always': {
    title: 'describes files of properties while AI usage is off',
    breaks: ['AI-03'],
    changes: [
      replace(
        firstDescriptionStatus,
        (sound) => (deployment, target) => (target.property_type === null ? sound(deployment, target) : 'pending'),
      ),
    ],
  },
  'changed-description-is-called-edited': {
    title: 'sets the status of a changed description to `edited`',
    breaks: ['AI-05'],
    changes: [
      replace(dismissDescription, () => ({ store }, file) => {
        store.run("UPDATE files SET description_status = 'edited' WHERE id = ?", file.id)
      }),
    ],
  },
  'unchanged-description-is-dismissed': {
    title: 'sets the description status to dismissed when the same text is sent again',
    breaks: ['AI-06'],
    changes: [
      replace(changeDescription, (sound) => (deployment, file, text) => {
        sound(deployment, file, text)
        if (text === (file.description ?? '')) dismissDescription(deployment, file)
      }),
    ],
  },
  'cleared-generated-description-is-not-dismissed': {
    title: 'leaves the status unchanged when a generated description is cleared',
    breaks: ['AI-05'],
    changes: [
      replace(changeDescription, (sound) => (deployment, file, text) => {
        const isCleared = text === '' && file.description_status === 'done'
        if (isCleared) deployment.store.run('UPDATE files SET description = NULL WHERE id = ?', file.id)
        else sound(deployment, file, text)
      }),
    ],
  },
})

function isOfProperty(deployment: Deployment, { id }: FileRow): boolean {
  return usagesOf(deployment, id).some(({ target_type }) => target_type === 'property')
}

function hasAiUsage({ store }: Deployment, { organization_id }: FileRow): boolean {
  const sql = 'SELECT ai_usage FROM organizations WHERE id = ?'
  return store.get<{ ai_usage: number }>(sql, organization_id)?.ai_usage === 1
}

/** Writes a generated description, after the time that it takes, whatever stands there by then. */
async function describeAnew({ closing, descriptionDelayMs, store }: Deployment, file: FileRow): Promise<void> {
  await sleep(descriptionDelayMs, undefined, { ref: false })
  if (closing.aborted) return
  store.run('UPDATE files SET description = ? WHERE id = ?', descriptionOf(file), file.id)
}

/** An upload to a target of a kind is answered with its description. */
function waitsForDescription(kind: 'item' | 'property'): AnswerChange {
  return answersOf({ routes: ['POST /files/:id'] }, async (answer, deployment) => {
    const { json } = answer
    const usages = isRecord(json) ? json['used_in'] : undefined
    const isOfKind = Array.isArray(usages) && isRecord(usages[0]) && usages[0]['target_type'] === kind
    if (!isRecord(json) || json['description_status'] !== 'pending' || !isOfKind) return answer
    await sleep(deployment.descriptionDelayMs + 20)
    const described = readFile(deployment, String(json['id']))
    return described === undefined ? answer : { ...answer, json: showFile(deployment, described) }
  })
}
