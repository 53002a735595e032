import { assume, scenario, type Sources, each, normalizedTime, mayPass, pick, type Exchange, shownId } from '#suite'
import type { Readings } from '../shared/moved-time.ts'
import { readAgain } from './read-again.ts'
import { readRows, steady, type Subject } from './read-subjects.ts'
import { isDeepStrictEqual } from 'node:util'

for (const { what, needs } of readRows)
  scenario(
    `reading ${what === 'item' ? 'an' : 'a'} ${what} does not change it`,
    { verifies: ['GEN-04'], needs, serial: true },
    async (context) => {
      // GET by id, the other reads of the row (`others` in read-subjects.ts: lists, downloads, reads by another key), and GET by id again.
      const { before, after, fields } = await readTwice(context, what)
      const [expected, received] = [shown(before, fields), shown(after, fields)]
      // A time that moves by a millisecond moves: other matchers compare times less precisely.
      context.verify('GEN-04', after).equals({ of: `the ${what} after a read`, expected, received })
    },
  )

/** Records that the run has not created. */
const existing: Readonly<Record<string, (sources: Sources) => Promise<Omit<Subject, 'others'>>>> = {
  workspace: async ({ api, given }) => {
    const workspace_id = await given.workspace()
    return { fields: steady.workspace, by: 'WS-03', read: () => api.send('getWorkspace', { path: { workspace_id } }) }
  },
  product: async ({ api, given }) => {
    const [first] = await given.existingProducts()
    assume(first !== undefined, nothingToRead)
    const product_id = shownId(first)
    return { fields: steady.product, by: 'PROD-19', read: () => api.send('getProduct', { path: { product_id } }) }
  },
}

const nothingToRead = { reason: 'missing-fixture', cause: 'the workspace had nothing to read' } as const

// `readAgain` sends GET by id twice in a row, and again until two answers agree in `fields`, six times at most: others may change the record.
for (const [what, find] of Object.entries(existing))
  scenario(
    `reading an existing ${what} does not change it`,
    { verifies: ['GEN-04'], serial: true },
    async (context) => {
      const { given, verify } = context
      const { fields, by, read } = await find(context)
      const { before, after } = await readAgain({
        read: async () => given.requireSuccess(await read(), by),
        between: () => Promise.resolve(),
        isTelling: isSteady(fields),
        attempts: 2 * pairsOfReads,
      })
      const [expected, received] = [[shown(before, fields)], [shown(after, fields)]]
      verify('GEN-04', after).hasRows({ expected, received, beside: [before] })
    },
  )

/** Others may write to what is theirs between two reads: only what never stays the same is the reader's doing. */
const pairsOfReads = 3

/** Two readings of a record, and the fields that reading leaves as they are. */
interface SubjectReadings extends Readings {
  readonly fields: readonly string[]
}

/**
 * The readings of one of the subjects. All of them are made before the first is read, by the first check that asks: a service may
 * move a record with each write to what is beside it. Asked by serial checks alone, so that this run writes nothing meanwhile.
 */
async function readTwice(sources: Sources, what: string): Promise<SubjectReadings> {
  const all = await sources.session.shared('readings of what is read twice', () => readAll(sources))
  const readings = all.get(what)
  if (readings === undefined) throw new Error(`nothing that is read twice is called ${what}`)
  if (readings.status === 'rejected') throw readings.reason
  return readings.value
}

async function readAll(sources: Sources): Promise<ReadonlyMap<string, PromiseSettledResult<SubjectReadings>>> {
  const publishes = sources.session.controls.has('publishVersion')
  const rows = readRows.filter(({ needs }) => publishes || !needs.some((need) => need === 'control:publish-version'))
  const subjects = await Promise.allSettled(rows.map(({ prepare }) => prepare(sources)))
  const readings = await Promise.allSettled(
    subjects.map(async (subject) => {
      if (subject.status === 'rejected') throw subject.reason
      return readAround(sources, subject.value)
    }),
  )
  for (const reading of readings) if (reading.status === 'rejected' && mayPass(reading.reason)) throw reading.reason
  return new Map(readings.map((reading, at) => [rows[at]?.what ?? '', reading]))
}

async function readAround({ given }: Sources, { fields, by, read, others }: Subject): Promise<SubjectReadings> {
  const readings = await readAgain({
    read: async () => given.requireSuccess(await read(), by),
    between: async () => {
      await secondHasPassed()
      await each(others, async (other) => void given.requireSuccess(await other(), by))
    },
    isTelling: isTelling(fields),
    attempts: pairsOfReads,
  })
  return { ...readings, fields }
}

/** What an answer shows in some fields. lawful: each node of a service may write times in the zone of its own clock */
function shown({ json }: Exchange, fields: readonly string[]): ReturnType<typeof pick> {
  return Object.fromEntries(
    Object.entries(pick(json, fields)).map(([name, value]) => [
      name,
      /(?:At|_at)$/u.test(name) ? normalizedTime(value) : value,
    ]),
  )
}

/** lawful: a time that moves a moment later, a description of what nobody has described, and what is found out of a file after its upload */
function mayComeLater(field: string, before: unknown): boolean {
  if (field === 'updatedAt') return true
  return ['description', 'size_bytes', 'content_type'].includes(field) && (before ?? undefined) === undefined
}

/** Nothing has moved, or something has that does not come by itself. */
function isTelling(fields: readonly string[]): (readings: Readings) => boolean {
  return ({ before, after }) => {
    const [then, now] = [shown(before, fields), shown(after, fields)]
    const changed = fields.filter((field) => !isDeepStrictEqual(now[field], then[field]))
    return changed.length === 0 || changed.some((field) => !mayComeLater(field, then[field]))
  }
}

function isSteady(fields: readonly string[]): (readings: Readings) => boolean {
  return ({ before, after }) => isDeepStrictEqual(shown(before, fields), shown(after, fields))
}

/** Times may have whole seconds: a change within the same one would not show. */
function secondHasPassed(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1050))
}
