import { assume, blocked, each, fieldOf, sameTime, scenario, succeeded, isLater } from '#suite'
import type { Exchange, Given } from '#suite'
import { productUpdatedInTurn } from './updated-product.ts'
import { asBefore, changedBetween, changedByService } from '../shared/set-by-the-service.ts'

const needs = ['write'] as const
type Change = Readonly<Record<string, string>>

/** One field after the other, several at once, and each beside others that stay as they are. */
function changesInTurn(given: Given): readonly Change[] {
  const [name, readable_id] = [given.name(), given.readableId()]
  return [
    { name: given.name() },
    { description: 'added' },
    { description: 'after' },
    { readable_id: given.readableId() },
    { name, description: 'after all', readable_id },
    { name, description: 'beside the same name', readable_id },
    { name: given.name(), description: 'beside the same name', readable_id },
  ]
}

scenario(
  'an update of a product returns it updated, and the next read shows the same',
  { verifies: ['PROD-41'], needs },
  async ({ given, verify }) => {
    const { id } = await given.emptyProduct()
    let before = await given.readProduct(id)
    await each(changesInTurn(given), async (change) => {
      const answer = await given.update(id, change)
      const isInUseByItself = answer.status === 409 && change['readable_id'] === fieldOf(before, 'readable_id')
      assume(!isInUseByItself, blocked('PROD-45', 'the target rejected the current readable_id of a product'))
      verify('PROD-41', answer).isAccepted(200)
      const read = await given.readProduct(id)
      verify('PROD-41', [answer, read]).shows(change)
      const except = ['owner', 'createdAt', 'createdBy', ...setSince(before, answer, read)]
      verify('PROD-41', answer).agreesWith(read.json, { kind: 'product', except })
      before = read
    })
  },
)

/**
 * The marks of a change that have moved on between the answer to an update and the next read, but not by the update alone.
 * lawful: work that is done shortly after the answer; what the answer shows is then another time than the one before.
 */
function movedLater(before: Exchange, answer: Exchange, read: Exchange): readonly string[] {
  const [earlier, told, shown] = [before, answer, read].map((exchange) => fieldOf(exchange, 'updatedAt'))
  return isLater(shown, told) && !sameTime(earlier, told) ? ['updatedAt', 'updatedBy'] : []
}

/** What may have been set after the answer. */
function setSince(before: Exchange, answer: Exchange, read: Exchange): readonly string[] {
  return [...movedLater(before, answer, read), ...asBefore(before, answer), ...signedByWriter(answer)]
}

/**
 * `updatedBy`, if the answer names who wrote: whoever created the product, by the same key. lawful: a job that signs what it
 * touches, within the second to which times are kept
 */
function signedByWriter(answer: Exchange): readonly string[] {
  const [writer, signed] = ['createdBy', 'updatedBy'].map((name) => fieldOf({ json: fieldOf(answer, name) }, 'id'))
  return writer !== undefined && writer === signed ? ['updatedBy'] : []
}

for (const [beside, changeOf] of [
  ['alone', () => ({})],
  ['together with a new name', (given: Given) => ({ name: given.name() })],
] as const)
  scenario(
    `a description that an update clears ${beside} is no longer shown`,
    { verifies: ['PROD-41'], needs },
    async ({ given, verify }) => {
      const { id } = await given.product({ description: 'described' })
      const change = changeOf(given)
      const answer = await given.update(id, { ...change, description: '' })
      assume(succeeded(answer), {
        reason: 'capability-absent',
        cause: 'the target rejected an empty description in an update',
      })
      const read = await given.readProduct(id)
      verify('PROD-41', [answer, read]).shows(change)
      verify('PROD-41', [answer, read]).eachHas('description', { except: ['described'] }, { mayBeMissing: true })
    },
  )

for (const field of ['name', 'description'] as const)
  scenario(
    `an update of the letter case of the ${field} of a product is shown`,
    { verifies: ['PROD-41'], needs },
    async (context) => {
      const { given, verify } = context
      const text = given.name()
      const { id } = await productUpdatedInTurn(context)
      given.requireSuccess(await given.update(id, { [field]: `${text} in capitals` }), 'PROD-41')
      const fields = { [field]: `${text} In CAPITALS` }
      given.requireSuccess(await given.update(id, fields), 'PROD-41')
      verify('PROD-41', await given.readProduct(id)).shows(fields)
    },
  )

scenario(
  'a search by the former name no longer finds a renamed product',
  { verifies: ['PROD-41'], needs },
  async ({ given, verify }) => {
    const [first, former, present] = [given.word(), given.word(), given.word()]
    const { id, workspaceId } = await given.product({ name: first })
    const unrelated = await given.search(workspaceId, given.word())
    assume(!unrelated.ids.includes(id.toLowerCase()), blocked('PROD-40', 'a search for another text found the product'))
    given.requireSuccess(await given.update(id, { name: former }), 'PROD-41')
    given.requireSuccess(await given.update(id, { name: present }), 'PROD-41')
    await each([former, first], async (name) => {
      const { exchange } = await given.eventually(
        () => given.search(workspaceId, name),
        ({ ids }) => !ids.includes(id.toLowerCase()),
      )
      verify('PROD-41', exchange).omits(id)
    })
  },
)

scenario(
  'an empty update is accepted and changes nothing',
  { verifies: ['PROD-49'], needs },
  async ({ given, verify }) => {
    const { id } = await given.product({ description: 'described' })
    const before = await given.readProduct(id)
    const answer = await given.update(id, {})
    verify('PROD-49', answer).isAccepted(200)
    const after = await given.readProduct(id)
    const byItself = await changedByService(given, [
      ...changedBetween(before, answer),
      ...changedBetween(before, after),
    ])
    // lawful: an update that gives nothing may move the time all the same. What no update may change is PROD-50.
    const except = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy', ...byItself]
    verify('PROD-49', [answer, after]).agreesWith(before.json, { kind: 'product', except })
  },
)
