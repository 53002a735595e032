import type { Fields } from '#suite'

/** What a person makes of the description of a file, after which no automatic one takes its place. */
export interface PersonsWord {
  readonly title: string
  readonly verifies: 'AI-04' | 'AI-07'
  readonly target: 'item' | 'property'
  /** Whether the description is still to be generated, or there. */
  readonly moment: 'awaited' | 'generated'
  /** The updates of the file, one after another. */
  readonly updates: (newTitle: () => string) => readonly Fields[]
  /** The description that stays; none if it was cleared. */
  readonly due: string | undefined
}

const personsText = 'written by a person'

const kept = { verifies: 'AI-04', due: personsText } as const
const keptCleared = { verifies: 'AI-07', due: undefined } as const

/** What persons do, on files of each kind of target, before and after the description is there. */
export const personsWords: readonly PersonsWord[] = [
  {
    title: 'a description set by a user is never overwritten',
    ...kept,
    target: 'item',
    moment: 'awaited',
    updates: () => [{ description: personsText }],
  },
  {
    title: "a description that a user set on a property's file is never overwritten",
    ...kept,
    target: 'property',
    moment: 'awaited',
    updates: () => [{ description: personsText }],
  },
  {
    title: 'a description that a user set with a title is never overwritten',
    ...kept,
    target: 'item',
    moment: 'awaited',
    updates: (newTitle) => [{ description: personsText, userTitle: newTitle() }],
  },
  {
    title: 'a description set by a user is not overwritten after an update of the title',
    ...kept,
    target: 'item',
    moment: 'awaited',
    updates: (newTitle) => [{ description: personsText }, { userTitle: newTitle() }],
  },
  {
    title: 'a description with which a user replaced a generated one is never overwritten',
    ...kept,
    target: 'property',
    moment: 'generated',
    updates: () => [{ description: personsText }],
  },
  {
    title: 'a cleared description stays cleared',
    ...keptCleared,
    target: 'item',
    moment: 'awaited',
    updates: () => [{ description: personsText }, { description: '' }],
  },
  {
    title: "a cleared description of a property's file stays cleared",
    ...keptCleared,
    target: 'property',
    moment: 'awaited',
    updates: () => [{ description: personsText }, { description: '' }],
  },
  {
    title: 'a cleared description stays cleared after an update of the title',
    ...keptCleared,
    target: 'item',
    moment: 'awaited',
    updates: (newTitle) => [{ description: personsText }, { description: '' }, { userTitle: newTitle() }],
  },
  {
    title: 'a generated description that a user cleared stays cleared',
    ...keptCleared,
    target: 'item',
    moment: 'generated',
    updates: () => [{ description: '' }],
  },
]

/** The requirement that the rejection of an update of a file breaks. */
export function ruleOfUpdate(update: Fields): 'FILE-14' | 'FILE-15' | 'FILE-16' {
  if ('userTitle' in update) return 'FILE-14'
  return update['description'] === '' ? 'FILE-16' : 'FILE-15'
}
