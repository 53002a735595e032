import { propertyTypes, scenario } from '#suite'
import { foreignPlace, type FilePlace } from './foreign-place.ts'
import { forbidden, foreignHint, secretsOf, bodyText } from './foreign-claims.ts'

// `foreignPlace` has an item of another organization, with a property of each type and files: created with that organization's key, each once
// per session.

interface Target {
  readonly where: FilePlace
  readonly what: string
  readonly spelled: (id: string) => string
  /** What the form says beside the file: what leads past one check may lead past another. */
  readonly allowDuplicate?: string
  /** lawful: a deployment may compare ids as texts, to which nothing of the kind is known. */
  readonly isDoubtful: boolean
}

const plain: readonly Target[] = (['item', ...propertyTypes] as const).map((where) => ({
  where,
  what: where === 'item' ? 'item' : `${where} property`,
  spelled: (id) => id,
  isDoubtful: false,
}))

/** An id may be looked up whatever its letter case, and compared as a text. */
const inCapitals = plain
  .filter(({ where }) => where === 'item' || where === 'text')
  .map((target): Target => ({
    ...target,
    what: `${target.what} by its id in upper case`,
    spelled: (id) => id.toUpperCase(),
    isDoubtful: true,
  }))

/** Whoever allows duplicates skips a check of the workspace. */
const allowingDuplicates = plain
  .filter(({ where }) => where === 'item' || where === 'text')
  .map((target): Target => ({ ...target, what: `${target.what} with duplicates allowed`, allowDuplicate: 'true' }))

for (const { where, what, spelled, allowDuplicate, isDoubtful } of [...plain, ...inCapitals, ...allowingDuplicates])
  scenario(
    `POST /files/{target_id} to a foreign ${what} is forbidden and reveals nothing`,
    { verifies: ['UP-17', 'AUTH-26'], needs: ['second-key', 'write'] },
    async (context) => {
      const { given, session, verify } = context
      const target = await foreignPlace('foreign place', context).target(where)
      const { exchange: control } = await session.shared('own upload beside foreign targets', async () =>
        given.file((await given.fileItem()).id),
      )
      const options = { isForeign: true, ...(allowDuplicate !== undefined && { allowDuplicate }) }
      const answer = await given.sendUpload(spelled(target.id), options)
      verify('UP-17', answer).isRefused({ ...forbidden, control, mayDiffer: isDoubtful, hint: foreignHint(answer) })
      verify('AUTH-26', answer).hidesText(secretsOf([target.exchange.json], answer), { in: bodyText(answer) })
    },
  )
