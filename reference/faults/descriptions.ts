import { setTimeout as sleep } from 'node:timers/promises'
import { answersOf, isRecord } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { describe, isAwaited } from '../service/descriptions/describe-later.ts'
import { firstDescriptionStatus } from '../service/descriptions/first-description-status.ts'
import { showFile } from '../service/files/file.ts'
import { readFile } from '../service/files/find-file.ts'
import { changeDescription, dismissDescription } from '../service/files/update-file.ts'
import { defineFaults } from './fault.ts'

const usageKey = 'ai-usage-that-was-off-stays-off'

/** Faults in the automatic descriptions of files. */
export const descriptionFaults = defineFaults({
  'ai-usage-that-was-off-stays-off': {
    title: 'describes nothing any more once a file was uploaded while AI usage was off',
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
    title: 'answers an upload to an item only when its description is there',
    breaks: ['AI-02'],
    changes: [waitsForDescription('item')],
  },
  'upload-to-a-property-waits-for-its-description': {
    title: 'answers an upload to a property only when its description is there',
    breaks: ['AI-02'],
    changes: [waitsForDescription('property')],
  },
  'generation-overwrites-a-person': {
    title: 'writes the generated description over one that a person has written meanwhile',
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
  'generation-writes-the-title-back': {
    title: 'gives a described file back the title that it was uploaded with',
    breaks: ['FILE-14'],
    changes: [
      replace(describe, (sound) => (deployment, file) => {
        sound(deployment, file)
        const sql = "UPDATE files SET user_title = ? WHERE id = ? AND description_status = 'done'"
        deployment.store.run(sql, file.user_title, file.id)
      }),
    ],
  },
  'files-of-properties-are-not-described': {
    title: 'describes files of items only',
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
    title: 'marks a changed description `edited`',
    breaks: ['AI-05'],
    changes: [
      replace(dismissDescription, () => ({ store }, file) => {
        store.run("UPDATE files SET description_status = 'edited' WHERE id = ?", file.id)
      }),
    ],
  },
  'unchanged-description-is-dismissed': {
    title: 'marks a description dismissed when the same text is sent again',
    breaks: ['AI-06'],
    changes: [
      replace(changeDescription, (sound) => (deployment, file, text) => {
        sound(deployment, file, text)
        if (text === (file.description ?? '')) dismissDescription(deployment, file)
      }),
    ],
  },
  'cleared-generated-description-is-not-dismissed': {
    title: 'leaves the status alone when a generated description is cleared',
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
