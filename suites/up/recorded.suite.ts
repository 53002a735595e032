import fc from 'fast-check'
import {
  assume,
  contentOf,
  fieldOf,
  fileKinds,
  fileStem,
  forAll,
  pick,
  scenario,
  show,
  textField,
  asText,
  succeeded,
} from '#suite'
import type { Exchange, Claim } from '#suite'
import { fileTargetNames, fileTargets, type FileTarget } from '../shared/file-targets.ts'

const needs = ['write'] as const

interface Named {
  readonly what: string
  readonly filename: string
  readonly mayBeRefused?: true
}

const names: readonly Named[] = [
  { what: 'with capital letters and a semicolon', filename: 'TEIL; Ausgabe=2.PDF' },
  { what: 'with quotes', filename: 'half "inch" pipe.pdf', mayBeRefused: true },
  { what: 'without an extension', filename: 'Makefile' },
  // lawful: the contract shows no longest name, and a service may have one; nor does it show which characters a name has
  {
    what: 'with letters beyond ASCII, brackets, a plus and a percent sign',
    filename: 'Größe 漢字 😀 [v2] + 100%25.pdf',
    mayBeRefused: true,
  },
  {
    what: 'of more than 150 characters',
    filename: `${'a long file name '.repeat(9)}to its end.pdf`,
    mayBeRefused: true,
  },
]

for (const { what, filename, mayBeRefused = false } of names)
  scenario(`a file name ${what} is kept whole`, { verifies: ['UP-20'], needs }, async ({ given, verify }) => {
    const exchange = await given.sendUpload((await given.fileItem()).id, { filename, allowDuplicate: 'true' })
    assume(succeeded(exchange) || !mayBeRefused, `the target rejected a file name ${what}`)
    verify('UP-20', given.requireSuccess(exchange, 'UP-01')).that((record) => isNamedAs(filename, record))
  })

/** What a service may take the files of a kind for that looks into them. */
const toldFromBytes: Readonly<Record<string, readonly string[]>> = {
  // They hold a table, of which there are several names.
  txt: ['application/octet-stream', 'text/csv', 'application/csv'],
  csv: ['application/octet-stream', 'text/plain', 'application/csv', 'application/vnd.ms-excel'],
  bin: ['text/plain'],
}

/** Shorter files have no beginning to tell them by: they may be a text, or nothing in particular. */
const shortestTold = 64
const toldFromTooFew = ['text/plain', 'application/octet-stream']

interface Sent {
  readonly kind: (typeof fileKinds)[number]
  readonly size: number
  readonly stem: string
  readonly target: FileTarget
}

const [bin, txt, csv, png, pdf] = fileKinds

const always: readonly Sent[] = [
  { kind: bin, size: 70_001, stem: 'Two Words + more, e\u0301 😀', target: 'item' },
  { kind: txt, size: 1025, stem: 'Größe (½ Zoll) 漢字', target: 'item' },
  { kind: csv, size: 33, stem: "100%25 [v2] {a} #1 & b=c; ~it's", target: 'property' },
  // A name with a percent sign that is no escape, apart from those with one: many decoders keep all of it.
  { kind: png, size: 2048, stem: 'v1.2.3 @50%', target: 'property' },
  { kind: pdf, size: 1, stem: 'short', target: 'item' },
]

forAll(
  'size, type and name are recorded as they were sent',
  { verifies: ['UP-20'], needs, cost: 'batch' },
  async ({ given, verify }) => ({
    inputs: fc.record(
      {
        kind: fc.constantFrom(...fileKinds),
        size: fc.integer({ min: 1, max: 9000 }),
        stem: fileStem(),
        target: fc.constantFrom(...fileTargetNames),
      },
      { noNullPrototype: true },
    ),
    examples: always,
    holds: async (sent: Sent) => {
      const { id } = await fileTargets[sent.target](given)
      const exchange = await given.sendUpload(id, fileOf(sent))
      // lawful: a list of allowed types, and a limit of size that is not declared
      assume(succeeded(exchange))
      const shown = [exchange, await given.fileRecord(textField(exchange, 'id', 'FILE-01'))]
      verify('UP-20', shown).that((record) => isNamedAs(fileOf(sent).filename, record))
      // Neither size nor type is required, and null is lawful for both.
      verify('UP-20', shown.filter(shows('size_bytes', 'number'))).shows({ size_bytes: sent.size })
      verify('UP-20', shown.filter(shows('content_type', 'string'))).eachHas('content_type', typesOf(sent))
    },
  }),
)

function fileOf({ kind, size, stem }: Sent) {
  const filename = `${stem}.${kind.extension}`
  return { bytes: contentOf(kind, size), contentType: kind.contentType, filename, allowDuplicate: 'true' }
}

function isNamedAs(filename: string, shown: Exchange): Claim {
  const fields = ['name', 'originalFileName'].filter((field) => fieldOf(shown, field) !== undefined)
  const received = pick(shown.json, fields)
  const due = Object.fromEntries(fields.map((field) => [field, filename]))
  const differing = fields.filter((field) => !keepsName(filename, asText(received[field])))
  return {
    over: fields,
    claim: 'the original name is the one that was sent',
    holds: differing.length === 0,
    expected: show(due),
    received: show(received),
    criterion: { kind: 'same', fields: differing, expected: due, received },
    hint: 'header parsing: the file name seems to be cut at an escaped quote, or decoded twice',
  }
}

function shows(field: string, type: 'number' | 'string'): (record: Exchange) => boolean {
  return (record) => typeof fieldOf(record, field) === type
}

/** lawful: a type told from the bytes, which begin like a PNG or a PDF, are text, or are nothing in particular */
function typesOf({ kind, size }: Sent): readonly string[] {
  return [kind.contentType, ...(toldFromBytes[kind.extension] ?? []), ...(size < shortestTold ? toldFromTooFew : [])]
}

/** What common file systems refuse in a name; the others are all kept. */
const refused = /[/\\:*?"<>|\p{Cc}]/u

/**
 * Whether a recorded name is the one that was sent. lawful: NFC, and something else, or nothing, for each character that file systems
 * refuse, such as the escape that forms write for a quote
 */
function keepsName(sent: string, recorded: string): boolean {
  const pattern = Array.from(sent.normalize('NFC'), (one) => (refused.test(one) ? '.{0,6}' : RegExp.escape(one))).join(
    '',
  )
  return new RegExp(`^${pattern}$`, 'us').test(recorded.normalize('NFC'))
}
