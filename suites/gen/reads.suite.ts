import { assume, scenario, type Sources } from '#suite'
import { readAgain } from './read-again.ts'
import { readRows, steady, type Subject } from './read-subjects.ts'
import { isSteady, pairsOfReads, readTwice, shown } from './readings.ts'

for (const { what, needs } of readRows)
  scenario(
    `reading ${what === 'item' ? 'an' : 'a'} ${what} does not change it`,
    { verifies: ['GEN-04'], needs, serial: true },
    async (context) => {
      // Other reads are sent in between: lists, downloads, reads by another key. See `prepare` of the row.
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
    assume(typeof first?.['id'] === 'string', nothingToRead)
    const product_id = first['id']
    return { fields: steady.product, by: 'PROD-19', read: () => api.send('getProduct', { path: { product_id } }) }
  },
}

const nothingToRead = { reason: 'missing-fixture', cause: 'the workspace had nothing to read' } as const

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
        // lawful: others may rename what is theirs, several times in a row.
        attempts: 2 * pairsOfReads,
      })
      const [expected, received] = [[shown(before, fields)], [shown(after, fields)]]
      verify('GEN-04', after).hasRows({ expected, received, beside: [before] })
    },
  )
