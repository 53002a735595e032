import { assume, scenario, type Sources } from '#suite'
import { readAgain } from './read-again.ts'
import { readRows, steady, type Subject } from './read-subjects.ts'
import { isSteady, pairsOfReads, twoReadsOf, shown } from './readings.ts'

for (const { what, needs } of readRows)
  scenario(
    `reading ${what === 'item' ? 'an' : 'a'} ${what} does not change it`,
    { verifies: ['GEN-04'], needs, serial: true },
    async (context) => {
      const { before, after, fields } = await twoReadsOf(context, what)
      const [expected, received] = [shown(before, fields), shown(after, fields)]
      // A time that moves by a millisecond moves: other matchers compare times less precisely.
      context.verify('GEN-04', after).equals({ of: `the ${what} after a read`, expected, received })
    },
  )

/** What is there without this run. */
const there: Readonly<Record<string, (sources: Sources) => Promise<Omit<Subject, 'others'>>>> = {
  workspace: async ({ api, given }) => {
    const workspace_id = await given.workspace()
    return { fields: steady.workspace, by: 'WS-03', read: () => api.send('getWorkspace', { path: { workspace_id } }) }
  },
  product: async ({ api, given }) => {
    // What was there before this run, as a read-only run finds it.
    const [first] = await given.existingProducts()
    assume(typeof first?.['id'] === 'string', nothingThere)
    const product_id = first['id']
    return { fields: steady.product, by: 'PROD-19', read: () => api.send('getProduct', { path: { product_id } }) }
  },
}

const nothingThere = { reason: 'missing-fixture', cause: 'the workspace had nothing to read' } as const

for (const [what, existing] of Object.entries(there))
  scenario(
    `reading an existing ${what} does not change it`,
    { verifies: ['GEN-04'], serial: true },
    async (context) => {
      const { given, verify } = context
      const { fields, by, read } = await existing(context)
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
