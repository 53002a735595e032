import type { ComparedPlaces, ShownAt } from './compared-places.ts'
import type { Leaf } from './flatten-json.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { leavesOf, leavesUnder, placeAt } from './place.ts'
import { quoted } from './shell-text.ts'

/** The judgement of two values of answers that ought to be the same: both are read again, and compared field by field. */
export function sameJudgement(sources: JudgementSources): Judgement | undefined {
  const { compared, finding } = sources
  const differs = finding.criterion?.kind === 'same' && finding.criterion.differs === true
  if (!compared || !isBroken(compared, differs)) return undefined
  const isGone =
    finding.criterion?.kind === 'same' && finding.criterion.received === undefined && finding.criterion.at === undefined
  const other = wordsOf(compared.expected, sources)
  const one = isGone
    ? other && { ...other, step: '"$1"', place: other.placeIn('"$1"') }
    : wordsOf(compared.received, sources)
  if (!one || !other) return undefined
  const { exchange } = compared.received
  const fields = pathsIn(compared).map((field) => quoted(field))
  const isPresence = finding.criterion?.kind === 'same' && finding.criterion.isPresence === true
  return {
    ...(fieldsIn(compared).some((field) => isTimeField(field, compared)) ? { comparesTimes: true } : {}),
    lines: [
      ...shownLines(other),
      ...(isGone && exchange.status >= 400 ? [`[ "$(status "$1")" = ${exchange.status} ] && return 1`] : []),
      ...shownLines(one, isGone ? 1 : 2),
      ...(isPresence ? presenceLines([one, other], fields) : agreementLines([one, other], { fields, differs })),
    ],
  }
}

interface Agreement {
  /** As words of the shell. */
  readonly fields: readonly string[]
  readonly differs: boolean
}

/** What has to differ is kept where the two do not agree; that neither shows anything says nothing. */
function agreementLines([one, other]: readonly [Words, Words], { fields, differs }: Agreement): readonly string[] {
  const agree = `agree ${one.step} ${one.place} ${other.step} ${other.place} ${fields.join(' ')}`
  if (!differs) return [agree]
  const shows = fields.map((field) => `[ -n "$(plain ${one.step} ${one.place}${field})" ]`).join(' || ')
  return [agree, 'case $? in 1) return 0 ;; 2) return 2 ;; esac', `${shows} && return 1`, 'return 2']
}

/** Both show the fields, or neither does, whatever stands in them. */
function presenceLines(both: readonly [Words, Words], fields: readonly string[]): readonly string[] {
  return fields.flatMap((field) => {
    const [one, other] = both.map(({ step, place }) => `[ -n "$(plain ${step} ${place}${field})" ]`)
    return [`if ${one}; then ${other} || return 1; elif ${other}; then return 1; fi`]
  })
}

/** Where what is compared is not shown at all. */
function shownLines({ step, place, isEntry }: Words, otherwise: 1 | 2 = 2): readonly string[] {
  return [`accepted ${step} || return 2`, ...(isEntry ? [`[ -n ${place} ] || return ${otherwise}`] : [])]
}

interface Words {
  readonly step: string
  readonly place: string
  /** The same place in another answer. */
  readonly placeIn: (step: string) => string
  /** Whether it stands in a list, where it may be missing. */
  readonly isEntry: boolean
}

function wordsOf({ exchange, path }: ShownAt, { judged, lines, names }: JudgementSources): Words | undefined {
  const number = lines.numberOf(exchange)
  const step = exchange.sequence === judged.sequence ? '"$1"' : number === undefined ? undefined : `${number}`
  const place = placeAt(exchange, path, names)
  if (step === undefined || !place || exchange.status >= 300) return undefined
  const word = place.word(step)
  return { step, place: word, placeIn: place.word, isEntry: word.includes('$(place') }
}

/** Whether what a script compares shows the breach in the run: otherwise it would compare something else than the check. */
function isBroken(compared: ComparedPlaces, differs: boolean): boolean {
  const isApart = pathsIn(compared).some((field) => plain(compared.expected, field) !== plain(compared.received, field))
  return isApart !== differs
}

function pathsIn({ fields }: ComparedPlaces): readonly string[] {
  return fields.length === 0 ? [''] : fields.map((field) => `.${field}`)
}

function fieldsIn({ fields, expected, received }: ComparedPlaces): readonly string[] {
  return fields.length > 0 ? fields : [expected, received].map(({ path }) => path)
}

function isTimeField(field: string, { expected, received }: ComparedPlaces): boolean {
  return [expected, received].some((shown) =>
    leavesAt(shown, field === shown.path ? '' : `.${field}`).some(({ text }) => /^\d{4}-\d\d-\d\dT/.test(text)),
  )
}

const idForm = /^[-\da-f]{36}$/i

/** As the script's function `plain` has it. */
function plain(shown: ShownAt, field: string): string {
  return leavesAt(shown, field)
    .filter(({ text, isText }) => (isText ? text !== '' : text !== 'null' && text !== '[]' && text !== '{}'))
    .map(({ path, text }) => `${path.replaceAll(/\[\d+\]/g, '[]')}\t${idForm.test(text) ? text.toLowerCase() : text}`)
    .toSorted()
    .join('\n')
}

function leavesAt({ exchange, path }: ShownAt, field: string): readonly Leaf[] {
  return leavesUnder(leavesOf(exchange), `${path}${field}`)
}
