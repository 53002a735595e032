import { fewHostileValues, scenario } from '#suite'
import { fieldWrites } from './field-writes.ts'

/** What each field of a write is given in turn: databases and indexes stumble over the content of any of them. */
const everywhere = ['a NUL inside', 'a long text'] as const
/** What parsers and validators stumble over is tried in one field of each write. */
const somewhere = ['a lone high surrogate', 'an integer beyond 64 bits', 'an object with a prototype'] as const

for (const { what, prepare } of fieldWrites)
  for (const { label, json } of fewHostileValues.filter(({ label: one }) => isTried(one)))
    scenario(
      `${what} with ${label} in a field is no server error`,
      { verifies: ['ERR-15'], needs: ['write'] },
      async (context) => {
        const { verify, session } = context
        const { fields, send } = await session.shared(`fields of ${what}`, async () => prepare(context))
        const tried = everywhere.some((one) => one === label) ? fields : fields.slice(0, 1)
        for (const field of tried) {
          const answer = await send({ field, json, broken: `${label} as ${field}` })
          verify('ERR-15', answer).isNoServerError()
        }
      },
    )

function isTried(label: string): boolean {
  return [...everywhere, ...somewhere].some((one) => one === label)
}
