import type { Given, MadeItem, MadeProperty } from '#suite'

/** What a file may be uploaded to: places of this run for files that need none of their own. */
export const fileTargets = {
  item: (given: Given): Promise<MadeItem> => given.fileItem(),
  property: (given: Given): Promise<MadeProperty> => given.fileProperty('text'),
} as const

export type FileTarget = keyof typeof fileTargets
export const fileTargetNames = ['item', 'property'] as const satisfies readonly FileTarget[]
