import { assume, each, entryOf, propertyTypes, scenario, inTurn } from '#suite'
import type { CheckContext, MadeItem, PropertyType } from '#suite'
import { sharedItem } from '../shared/shared-place.ts'
import { ifPossible } from '../shared/obstacle.ts'

const limit = 100

interface Pair {
  readonly type: string
  readonly living: string
  readonly gone: string
}

/** Two properties of an item, one of which is deleted softly. */
async function pairOf(
  type: PropertyType,
  item: MadeItem,
  { given, session }: Pick<CheckContext, 'given' | 'session'>,
): Promise<Pair> {
  const [living, gone] = [await given.property(type, { item }), await given.property(type, { item })]
  await session.controls.softDeleteProperty(gone.id)
  return { type, living: living.id, gone: gone.id }
}

/** Created once for all checks that read these lists. */
function deletionsOfEveryType(context: Pick<CheckContext, 'given' | 'session'>) {
  return context.session.shared('deletions of every type', async () => {
    const item = await sharedItem(context, 'deletions of every type')
    // lawful: a type that cannot be made
    const pairs = await inTurn(propertyTypes, (type) => ifPossible(pairOf(type, item, context)))
    return { item, pairs: pairs.filter((pair) => pair !== undefined) }
  })
}

scenario(
  'a list does not show soft-deleted properties of any type by default',
  { verifies: ['PROP-23'], needs: ['write', 'control:soft-delete-property'] },
  async (context) => {
    const { given, verify } = context
    const { item, pairs } = await deletionsOfEveryType(context)
    const [living, gone] = [pairs.map((pair) => pair.living), pairs.map((pair) => pair.gone)]
    const list = await given.eventually(
      () => given.listProperties(item.id, { query: { limit } }),
      (shown) => living.every((id) => given.lists(shown, { id })) && !gone.some((id) => given.lists(shown, { id })),
    )
    given.requireSuccess(list, 'PROP-19')
    verify('PROP-23', list).omits(gone)
    verify('PROP-23', list).lists(living)
  },
)

scenario(
  'with includeDeleted=true, a list shows the properties of every type, and which of them are deleted',
  { verifies: ['PROP-24'], needs: ['write', 'control:soft-delete-property'] },
  async (context) => {
    const { given, verify } = context
    const { item, pairs } = await deletionsOfEveryType(context)
    const list = await given.eventually(
      () => given.listProperties(item.id, { query: { limit, includeDeleted: true } }),
      (shown) => pairs.every(({ gone }) => entryOf(shown, gone)?.['deleted'] === true),
    )
    given.requireSuccess(list, 'PROP-24')
    await each(pairs, async ({ type, living, gone }) => {
      verify('PROP-24', list).lists([gone, living])
      verify('PROP-24', list).shows({ deleted: true }, { of: `a deleted ${type}`, in: entryOf(list, gone) })
      verify('PROP-24', list).shows(
        { deleted: false },
        { of: `a ${type} that is not deleted`, in: entryOf(list, living) },
      )
    })
  },
)

scenario(
  'with includeDeleted=true, a list filtered by type shows properties of that type only',
  { verifies: ['PROP-20'], needs: ['write', 'control:soft-delete-property'] },
  async (context) => {
    const { given, verify } = context
    const { item, pairs } = await deletionsOfEveryType(context)
    const date = pairs.find(({ type }) => type === 'date')
    const query = { limit, includeDeleted: true, type: 'date' }
    const list = given.requireSuccess(await given.listProperties(item.id, { query }), 'PROP-24')
    assume(
      date !== undefined && given.lists(list, { id: date.gone }),
      'the list by type did not show the deleted property of type date',
    )
    verify('PROP-20', list).eachHas('type', ['date'], {
      hint: 'wrong condition: the two filters seem to be joined by OR',
    })
  },
)
