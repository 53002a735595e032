import type { Exchange, Fields, Sources } from '#suite'

/** Updates of a file by which a user decides its description: no generated one may replace it. */
export interface UserEdit {
  readonly title: string
  readonly verifies: 'AI-04' | 'AI-07'
  readonly target: 'item' | 'property'
  /** The updates are sent before the description is generated, or after. */
  readonly sent: 'before' | 'after'
  /** In order. */
  readonly updates: (newTitle: () => string) => readonly Fields[]
  /** The description that stays; none if it was cleared. */
  readonly description: string | undefined
}

const userText = 'written by a person'

const kept = { verifies: 'AI-04', description: userText } as const
const keptCleared = { verifies: 'AI-07', description: undefined } as const

/** On files of items and of properties, before and after the description is generated. */
export const userEdits: readonly UserEdit[] = [
  {
    title: 'a description set by a user is never overwritten',
    ...kept,
    target: 'item',
    sent: 'before',
    updates: () => [{ description: userText }],
  },
  {
    title: "a description that a user set on a property's file is never overwritten",
    ...kept,
    target: 'property',
    sent: 'before',
    updates: () => [{ description: userText }],
  },
  {
    title: 'a description that a user set with a title is never overwritten',
    ...kept,
    target: 'item',
    sent: 'before',
    updates: (newTitle) => [{ description: userText, userTitle: newTitle() }],
  },
  {
    title: 'a description set by a user is not overwritten after an update of the title',
    ...kept,
    target: 'item',
    sent: 'before',
    updates: (newTitle) => [{ description: userText }, { userTitle: newTitle() }],
  },
  {
    title: 'a description with which a user replaced a generated one is never overwritten',
    ...kept,
    target: 'property',
    sent: 'after',
    updates: () => [{ description: userText }],
  },
  {
    title: 'a cleared description stays cleared',
    ...keptCleared,
    target: 'item',
    sent: 'before',
    updates: () => [{ description: userText }, { description: '' }],
  },
  {
    title: "a cleared description of a property's file stays cleared",
    ...keptCleared,
    target: 'property',
    sent: 'before',
    updates: () => [{ description: userText }, { description: '' }],
  },
  {
    title: 'a cleared description stays cleared after an update of the title',
    ...keptCleared,
    target: 'item',
    sent: 'before',
    updates: (newTitle) => [{ description: userText }, { description: '' }, { userTitle: newTitle() }],
  },
  {
    title: 'a generated description that a user cleared stays cleared',
    ...keptCleared,
    target: 'item',
    sent: 'after',
    updates: () => [{ description: '' }],
  },
]

/** PATCH /files/{file_id}; blocked by the rule about the field if it is rejected. */
export async function updateFile({ api, given }: Sources, id: string, json: Fields): Promise<Exchange> {
  return given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), ruleOfUpdate(json))
}

function ruleOfUpdate(update: Fields): 'FILE-14' | 'FILE-15' | 'FILE-16' {
  if ('userTitle' in update) return 'FILE-14'
  return update['description'] === '' ? 'FILE-16' : 'FILE-15'
}
