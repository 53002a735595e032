import { expect, type TaskMeta } from 'vitest'
import type { VariantId } from '../../proof/variants/catalogue.ts'
import { accusationsOf } from './accusations.ts'
import { datedAnswers } from './dated-answers.ts'
import type { JudgeOptions } from '../../proof/judge/judge-reference.ts'

/** What became of one variant by itself, or of several in one service, as tests note it for the count at the end. */
export interface VariantMeta {
  variants?: { readonly ids: readonly VariantId[]; readonly accused: boolean }
}

declare module 'vitest' {
  interface TaskMeta extends VariantMeta {}
}

/** Expects that the suite has nothing against a service with lawful differences; in a file that skips idle time. */
export async function expectNoAccusation(
  ids: readonly VariantId[],
  meta: TaskMeta,
  options: Pick<JudgeOptions, 'mode'> = {},
): Promise<void> {
  const accusations = await accusationsOf({ variants: ids, changes: [datedAnswers], ...options })
  meta.variants = { ids, accused: accusations.length > 0 }
  expect(accusations).toEqual([])
}
