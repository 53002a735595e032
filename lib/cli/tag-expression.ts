import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readReport } from '../report/read-report.ts'
import { requirements } from '../contract/requirement.ts'
import { RunError } from '../config/errors.ts'
import { conformanceProject } from '../run/vitest-project.ts'

/** `text:` before a word or a quoted text (the quotes may also include `text:`); or another word. */
const words = /"text:([^"]+)"|text:"([^"]+)"|text:([^\s()&|!"]+)|([^\s()&|!"]+)/g

/** That of a finding. */
const signature = /^[0-9a-f]{12}$/i

const tags = new Map(conformanceProject.tags.map(({ name }) => [name.toLowerCase(), name]))

/**
 * The tag expression of `--only`: ids, areas, kinds and needs in any letter case; `text:…` for the requirements whose titles, or
 * those of their checks, contain a text; and a signature for the requirement of that finding of the last run. Throws `RunError`
 * if there is none.
 */
export async function tagExpression(only: string, reportsDirectory = 'reports'): Promise<string> {
  const meant: string[] = []
  for (const [, around, within, bare, word = ''] of only.matchAll(words)) {
    const text = around ?? within ?? bare
    if (text !== undefined) meant.push(`(${(await idsWith(text)).join(' || ')})`)
    else if (signature.test(word)) meant.push(requirementOf(word.toLowerCase(), reportsDirectory))
    else meant.push(tags.get(word.toLowerCase()) ?? word)
  }
  return only.replaceAll(words, () => meant.shift() ?? '')
}

/** The requirement of a finding of the last run, whose reports this run has moved. */
function requirementOf(sought: string, reportsDirectory: string): string {
  const places = [join(reportsDirectory, 'previous'), reportsDirectory]
  const reports = places
    .filter((place) => existsSync(join(place, 'conformance.json')))
    .map((place) => readReport(place))
  const findings = reports.flatMap((report) => report.requirements.flatMap((row) => row.findings))
  const found = findings.find((finding) => finding.signature === sought)
  if (found) return found.requirement
  throw new RunError(
    `--only: no finding of the last run in ${reportsDirectory} has the signature ${sought}; give its requirement`,
  )
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
