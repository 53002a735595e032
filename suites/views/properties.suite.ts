import {
  assume,
  fieldOf,
  propertyTypes,
  roleOf,
  scenario,
  show,
  succeeded,
  type CheckContext,
  type Claim,
  type Exchange,
  type PropertyType,
} from '#suite'
import { agree } from './agree.ts'
import { causes } from './causes.ts'
import { datedNow } from '../subjects/dated-now.ts'
import { isLeft } from './is-left.ts'
import { needsOf } from './needs-of.ts'
import { sharedItem } from '../subjects/shared-place.ts'
import {
  earlierDescription,
  propertyRows,
  propertyStory,
  typeBeside,
  untouched,
  type PropertyRow,
  type ViewRule,
} from './property-story.ts'
import { itemList, propertyLists } from './property-views.ts'
import { holdViews, ledTo, toldOf, type Story, type Told } from './story.ts'

const rules = ['PROP-20', 'PROP-24', 'PROP-26', 'PROP-28', 'PROP-30', 'PROP-33'] as const
type Context = CheckContext<ViewRule>

for (const row of propertyRows)
  scenario(
    `a ${row.type} property is the same in all views after ${row.write.name}${row.as === 'own' ? '' : ' by another user'}`,
    {
      verifies: rules,
      covers: ['PROP-12', 'PROP-13'],
      needs: needsOf(row.as),
      causedBy: causes.property,
    },
    (context) => holdAfterTheWrite(context, row),
  )

for (const { type, write, as } of propertyRows.filter(({ write: { by } }) => by === 'PROP-32'))
  scenario(
    `an update of a ${type} property takes ${write.name}`,
    { verifies: ['PROP-32'], needs: needsOf(as), causedBy: ['AUTH-23', 'PROP-29'] },
    async (context) => {
      const { answer } = toldOf(await propertyStory(context, type), write.name)
      // lawful: what is done is not changed any more
      const isHeld = type === 'status' && answer !== undefined && !succeeded(answer)
      const judged = isHeld ? await sentToUnfinished(context, { type, write, as }) : answer
      context.verify('PROP-32', judged).isAccepted()
    },
  )

/** The answer to a write to a property that has the status that it began with. */
async function sentToUnfinished(
  context: CheckContext<'PROP-32'>,
  { type, write, as }: Pick<PropertyRow, 'type' | 'write' | 'as'>,
): Promise<Exchange> {
  const property = await context.given.property(type, { item: await sharedItem(context, 'updates') })
  return write.send(context, property, as)
}

for (const type of propertyTypes)
  scenario(
    `a property beside ${type} ones is as before, and the same in all views, after all that happens to those and a publication`,
    { verifies: [...rules, 'PROP-38'], needs: ['write'], causedBy: causes.property },
    async (context) => {
      const told = toldOf(await propertyStory(context, type), untouched)
      holdViews(context.verify, told)
      // lawful: the result of a formula is computed a little later, and follows its source
      const except = typeBeside(type) === 'formula' ? [...moving, 'value'] : moving
      const { read: after } = told
      const left = isLeft('its neighbour', {
        kind: 'property',
        before: told.before.read.json,
        after: after.json,
        except,
      })
      context.verify('PROP-33', after, ledTo(told)).that(left)
      // It was made just before it was looked at first.
      const { read: first } = told.before
      const dated = datedNow(`a new ${typeBeside(type)} property`, fieldOf(first, 'createdAt'), first)
      if (dated) context.verify('PROP-38', first).that(dated)
    },
  )

for (const type of ['numeric', 'matrix'] as const)
  scenario(
    `a ${type} property is the same in all views where its creation names no unit`,
    { verifies: rules, covers: ['PROP-12'], needs: ['write'], causedBy: causes.property },
    (context) => withoutUnit(context, type),
  )

async function withoutUnit({ api, given, verify }: Context, type: PropertyType): Promise<void> {
  const item = await given.item()
  const named = Object.entries(await given.propertyBody(type, item))
  const json = Object.fromEntries(named.filter(([field]) => !['unit', 'category'].includes(roleOf([field]) ?? '')))
  const exchange = await api.send('createProperty', { json, broken: 'no unit' })
  const id = fieldOf(exchange, 'id')
  assume(succeeded(exchange) && typeof id === 'string', {
    reason: 'capability-absent',
    cause: `a ${type} whose creation names no unit`,
  })
  const read = async () => given.requireSuccess(await given.read('property', id), 'PROP-27')
  await agree({ given, verify }, { kind: 'property', read, views: [itemList(propertyLists(given, item), id)] })
}

async function holdAfterTheWrite(context: Context, { type, write, isDescribed }: PropertyRow): Promise<void> {
  const story = await propertyStory(context, type)
  const told = toldOf(story, write.name)
  if (told.answer !== undefined && write.by !== undefined) context.given.requireSuccess(told.answer, write.by)
  holdViews(context.verify, told)
  const isTaken = told.answer !== undefined && succeeded(told.answer)
  const except = [...moving, ...(type === 'formula' ? ['value'] : []), ...(isTaken ? write.changes : [])]
  const what = `what ${write.name} leaves`
  const left = isLeft(what, { kind: 'property', before: told.before.read.json, after: told.read.json, except })
  context.verify('PROP-33', told.read, ledTo(told)).that(left)
  if (isDescribed && showsDescriptions(story))
    context.verify('PROP-33', told.read, ledTo(told)).that(isDescribedStill(told))
}

/** Whatever happens in an item may count as a change of what is in it. */
const moving = ['updatedAt', 'updatedBy']

/** The contract shows no description in a property: a target that never shows one has none to lose. */
function showsDescriptions(story: Story<ViewRule>): boolean {
  return [...story.values()].some(
    (one) => one.status === 'fulfilled' && typeof fieldOf(one.value.read, 'description') === 'string',
  )
}

function isDescribedStill({ read }: Told<ViewRule>): Claim {
  const description = fieldOf(read, 'description')
  return {
    claim: 'a property keeps the description that it was given before',
    holds: description === earlierDescription,
    expected: show(earlierDescription),
    received: show(description),
  }
}
