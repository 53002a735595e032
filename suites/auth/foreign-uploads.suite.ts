import { propertyTypes, scenario } from '#suite'
import { claimRefused, claimTellsNothing } from './foreign-claims.ts'
import { type FilePlace, foreignPlace } from './foreign-place.ts'

const targets = ['item', ...propertyTypes] as const satisfies readonly FilePlace[]
const rows = [
  ...targets.map((where) => ({ where, inCapitals: false })),
  // An id may be looked up whatever its letter case, and compared as a text.
  ...(['item', 'text'] as const).map((where) => ({ where, inCapitals: true })),
]

for (const { where, inCapitals } of rows)
  scenario(
    `POST /files/{target_id} to a foreign ${where === 'item' ? 'item' : `${where} property`}${inCapitals ? ' by its id in capitals' : ''} is forbidden`,
    { verifies: ['UP-17', 'AUTH-26'], needs: ['second-key', 'write'], causedBy: ['ERR-15'] },
    async (context) => {
      const { given, session, verify } = context
      const place = foreignPlace('foreign place', context)
      const target = where === 'item' ? await place.item() : await place.property(where)
      const { exchange: control } = await session.shared('own upload beside foreign targets', async () =>
        given.file((await given.item()).id),
      )
      const answer = await given.sendUpload(inCapitals ? target.id.toUpperCase() : target.id)
      claimRefused('UP-17', { answer, seen: control, isDoubtful: inCapitals }, context)
      claimTellsNothing(verify, answer, [target.exchange.json])
    },
  )
