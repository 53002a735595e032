import { replace } from '../changes/replace.ts'
import type { readLimit } from '../../reference/service/http/page.ts'

/** Reads a parameter of pages otherwise if its text has this pattern; undefined leaves it to the sound rule. */
export function readAs(
  parameter: { readonly rule: typeof readLimit; readonly name: string },
  pattern: RegExp,
  read: (text: string) => number | undefined,
): ReturnType<typeof replace> {
  return replace(parameter.rule, (sound) => (deployment, query) => {
    const text = query.text(parameter.name) ?? ''
    return (pattern.test(text) ? read(text) : undefined) ?? sound(deployment, query)
  })
}
