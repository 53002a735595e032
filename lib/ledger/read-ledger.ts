import { readFileSync } from 'node:fs'
import { ConfigurationError } from '../config/errors.ts'
import { isRecord } from '../contract/is-record.ts'
import { validate } from '../contract/schema-registry.ts'
import type { ChangedSetting, LedgerContents, LedgerEntry, LedgerHeader } from './ledger-lines.ts'

type Line = Readonly<Record<string, unknown>>

/** Reads a ledger and holds every line against its schema. Throws `ConfigurationError` where the file is none. */
export function readLedger(path: string): LedgerContents {
  const lines = readFileSync(path, 'utf8').split('\n')
  // A run that was killed may have left half a line: what it announced was not sent yet.
  const whole = lines.slice(0, -1).filter((line) => line !== '')
  const [header, ...others] = whole.map((line, index) => parseLine(line, `${path}, line ${index + 1}`))
  const [violation] = validate('formats/ledger-header.json', header)
  if (violation || !isHeader(header))
    throw new ConfigurationError(
      `${path} is no ledger: it does not say whose run it was${violation ? ` (${violation.path} ${violation.message})` : ''}`,
    )
  const entries = new Map<string, LedgerEntry>()
  const settings = new Map<string, ChangedSetting>()
  for (const line of others) {
    if (validate('formats/ledger-line.json', line).length > 0)
      throw new ConfigurationError(`${path} is no ledger: it holds a line that no run writes`)
    if ('setting' in line) noteSetting(settings, line)
    else noteEntry(entries, line)
  }
  return { header, entries: [...entries.values()], settings: [...settings.values()] }
}

function parseLine(line: string, place: string): Line {
  try {
    const value: unknown = JSON.parse(line)
    if (isRecord(value)) return value
  } catch {
    // Named below: what is no JSON and what is no object are one mistake to the reader.
  }
  throw new ConfigurationError(`${place} is no line of a ledger`)
}

function isHeader(line: unknown): line is LedgerHeader {
  return validate('formats/ledger-header.json', line).length === 0
}

function noteEntry(known: Map<string, LedgerEntry>, line: Line): void {
  const entry = String(line['entry'])
  const before = known.get(entry)
  if (isPlan(line)) known.set(entry, { ...nothing, ...line })
  else if (before)
    known.set(entry, {
      ...before,
      id: textOf(line, 'id') ?? before.id,
      // A 429 may be followed by an answer of another kind.
      refused: 'id' in line || 'answered' in line ? undefined : (textOf(line, 'refused') ?? before.refused),
      answered: typeof line['answered'] === 'number' ? line['answered'] : before.answered,
    })
}

const nothing = {
  at: undefined,
  readableId: undefined,
  id: undefined,
  answered: undefined,
  refused: undefined,
} as const

/** The schema has said already that the fields are of these types. */
function isPlan(line: Line): line is Line & Pick<LedgerEntry, 'entry' | 'kind' | 'identity'> {
  return line['kind'] !== undefined
}

/** The first change of a setting tells how it was before the run. */
function noteSetting(known: Map<string, ChangedSetting>, line: Line): void {
  const of = textOf(line, 'of')
  const key = `${String(line['setting'])} ${of ?? ''}`
  if (line['restored'] === true) known.delete(key)
  else if (!known.has(key) && isChange(line))
    known.set(key, { of, before: line['before'], known: line.known, setting: line.setting })
}

function isChange(line: Line): line is Line & Pick<ChangedSetting, 'setting' | 'known'> {
  return line['known'] !== undefined
}

function textOf(line: Line, field: string): string | undefined {
  const value = line[field]
  return typeof value === 'string' ? value : undefined
}
