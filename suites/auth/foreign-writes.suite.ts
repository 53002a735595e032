import { isDeepStrictEqual } from 'node:util'
import { fieldOf, isRecord, requestById, scenario, type Exchange, type Sources } from '#suite'
import { foreignPlace, publishedPlace } from './foreign-place.ts'
import { requireUpdatesExist } from './require-served.ts'
import { foreignUpdates, takenOver, type ForeignUpdate, type UpdateTarget } from './foreign-updates.ts'
import { setByTheService } from '../shared/set-by-the-service.ts'
import { forbidden, secretsOf, bodyText } from './foreign-claims.ts'

// `ownersRead` sends GET by id with the key of the owner, and `sendOnce` the PATCH of a row with the own key; each once per session.

const needs = ['second-key', 'write'] as const
const as = 'other-organization'
const place = 'foreign place'
const hint = 'broken access control: the organization seems to be compared on reads only, or for some fields only'

for (const target of foreignUpdates) {
  for (const update of target.updates)
    scenario(
      `PATCH of a foreign ${target.what} with ${update.what} is forbidden and reveals nothing`,
      { verifies: [target.id, 'AUTH-26'], needs },
      async (context) => {
        const { verify } = context
        const control = await ownersRead(target, context)
        const answer = await sendOnce(target, update, context)
        await requireUpdatesExist(answer, target.write, context)
        verify(target.id, answer).isRefused({ ...forbidden, control, mayDiffer: update.isDoubtful ?? false, hint })
        verify('AUTH-26', answer).hidesText(secretsOf([control.json], answer), { in: bodyText(answer) })
      },
    )

  scenario(
    `rejected updates of a foreign ${target.what} change nothing`,
    { verifies: [target.id], needs },
    async (context) => {
      const { given, verify } = context
      const before = await ownersRead(target, context)
      await Promise.allSettled(target.updates.map((update) => sendOnce(target, update, context)))
      const after = given.requireSuccess(await readByOwner(target, context), 'AUTH-01')
      const except = [...movesByItself, ...(await signedByOthers(after, context))]
      verify(target.id, after).agreesWith(before.json, { kind: target.kind, except, beside: [before] })
      verify(target.id, after).differsIn('description', takenOver, { hint })
    },
  )
}

// lawful: a job may touch a record shortly after its making, describe a file by itself, and link it elsewhere; an automation sets
// the status of a product.
const movesByItself = ['updatedAt', 'description', 'used_in', ...setByTheService] as const

/** `updatedBy`, if that is not who is rejected here. lawful: a job that touches a record signs it as its own. */
async function signedByOthers(record: Exchange, { given, session }: Sources): Promise<readonly string[]> {
  const refused = await session.shared('who is refused', async () => writerOf((await given.product()).exchange))
  return refused === undefined || isDeepStrictEqual(writerOf(record), refused) ? [] : ['updatedBy']
}

function writerOf(record: Exchange): unknown {
  const writer = fieldOf(record, 'updatedBy')
  return isRecord(writer) ? writer['id'] : undefined
}

/**
 * The owner's read of the record, before anybody else tries to change it. Publishing may change a product as well, and comes before;
 * few checks need no version.
 */
function ownersRead(target: UpdateTarget, context: Sources): Promise<Exchange> {
  return context.session.shared(`${place}: ${target.what} before its updates`, async () => {
    if (!context.session.isSmoke) await publishedPlace(place, context)
    return context.given.requireSuccess(await readByOwner(target, context), 'AUTH-01')
  })
}

async function readByOwner({ kind, find }: UpdateTarget, context: Sources): Promise<Exchange> {
  return context.given.read(kind, (await find(foreignPlace(place, context))).id, { as })
}

/** The answer to the PATCH, which is sent a single time, after the owner has read the record. */
function sendOnce(target: UpdateTarget, update: ForeignUpdate, context: Sources): Promise<Exchange> {
  return context.session.shared(`${place}: ${target.what} with ${update.what}`, async () => {
    await ownersRead(target, context)
    const made = await target.find(foreignPlace(place, context))
    const id = update.inCapitals === true ? made.id.toUpperCase() : made.id
    return context.api.raw({ ...requestById(target.endpoint, id), json: update.json(context.given, made.body) })
  })
}
