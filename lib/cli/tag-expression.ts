import { requirements } from '../contract/requirement.ts'
import { RunError } from '../config/errors.ts'
import { conformanceProject } from '../run/vitest-project.ts'

/** `text:` before a word or before a text in quotation marks, which may stand around both; or a word of its own. */
const words = /"text:([^"]+)"|text:"([^"]+)"|text:([^\s()&|!"]+)|([^\s()&|!"]+)/g

const tags = new Map(conformanceProject.tags.map(({ name }) => [name.toLowerCase(), name]))

/**
 * The tag expression that `--only` stands for: ids, areas, kinds and needs in any letter case, and `text:…` for the requirements whose
 * own titles, or those of their checks, hold a text. Throws `RunError` where no title does.
 */
export async function tagExpression(only: string): Promise<string> {
  const meant: string[] = []
  for (const [, around, within, bare, word = ''] of only.matchAll(words)) {
    const text = around ?? within ?? bare
    meant.push(text === undefined ? (tags.get(word.toLowerCase()) ?? word) : anyOf(await idsWith(text)))
  }
  return only.replaceAll(words, () => meant.shift() ?? '')
}

async function idsWith(text: string): Promise<readonly string[]> {
  const wanted = text.trim().toLowerCase()
  const holds = (title: string): boolean => title.toLowerCase().includes(wanted)
  const { collectChecks } = await import('./collect-checks.ts')
  const named = (await collectChecks()).filter(({ title }) => holds(title))
  const checked = new Set(named.flatMap(({ verifies }) => verifies))
  const ids = [...requirements.values()].filter(({ id, statement }) => holds(statement) || checked.has(id))
  if (ids.length > 0) return ids.map(({ id }) => id)
  throw new RunError(`--only: no title of a requirement or check contains "${text}"; see list requirements`)
}

function anyOf(ids: readonly string[]): string {
  return `(${ids.join(' || ')})`
}
