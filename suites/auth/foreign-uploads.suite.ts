import { propertyTypes, scenario } from '#suite'
import { claimRefused, claimTellsNothing } from './foreign-claims.ts'
import { type FilePlace, foreignPlace } from './foreign-place.ts'

const targets = ['item', ...propertyTypes] as const satisfies readonly FilePlace[]

for (const where of targets)
  scenario(
    `POST /files/{target_id} to a foreign ${where === 'item' ? 'item' : `${where} property`} is forbidden`,
    { verifies: ['UP-17', 'AUTH-26'], needs: ['second-key', 'write'], causedBy: ['ERR-15'] },
    async (context) => {
      const { given, session, verify } = context
      const place = foreignPlace('foreign place', context)
      const target = where === 'item' ? await place.item() : await place.property(where)
      const { exchange: control } = await session.shared('own upload beside foreign targets', async () =>
        given.file((await given.item()).id),
      )
      const answer = await given.sendUpload(target.id)
      claimRefused('UP-17', { answer, seen: control, isDoubtful: false }, context)
      claimTellsNothing(verify, answer, [target.exchange.json])
    },
  )
