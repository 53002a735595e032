/** Words that can occur in the place of a field's name but are not names. */
const noNames = new Set(
  'a an and at body field fields input is it key parameter parameters property properties query request the this value'.split(
    ' ',
  ),
)

const beforeNames =
  /(?:required|missing|unknown|unrecogni[sz]ed|unexpected|additional|extra)(?:\s+(?:required|missing|query|body|request|field|key|propert(?:y|ies)|parameter|attribute|argument)s?(?:\(s\))?)*(?:\s+in\s+\w+)?\s*:?\s+((?:['"`]?[\w.-]+['"`]?(?:\s*(?:,|and|&)\s*)?)+)/i
const afterName = /['"`]?([\w.-]+)['"`]?\s+(?:is|are|was|field is|parameter is|must be|should|cannot|can't|must not)\b/i

/** The names of fields that a message quotes or mentions. */
export function namesIn(message: string): readonly string[] {
  const quoted = quotedIn(message)
  if (quoted.length > 0) return quoted
  const listed = (beforeNames.exec(message)?.[1] ?? '').split(/[\s,&]+/).filter((word) => isName(word))
  // "Missing required fields: a, b" is a list; "missing value for a" continues as prose.
  if (listed.length > 0 && (listed.length === 1 || /[:,]/.test(message))) return listed
  const subject = afterName.exec(message)?.[1] ?? ''
  return isName(subject) ? [subject] : []
}

/** Whatever stands in quotation marks. */
export function quotedIn(message: string): readonly string[] {
  return [...message.matchAll(/'([^']{1,80})'|"([^"]{1,80})"|`([^`]{1,80})`/g)].map(
    ([, single, double, back]) => single ?? double ?? back ?? '',
  )
}

function isName(word: string): boolean {
  return /^[a-z_][\w-]*$/i.test(word) && !noNames.has(word.toLowerCase())
}
