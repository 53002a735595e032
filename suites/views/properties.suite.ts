import { isDeepStrictEqual } from 'node:util'
import {
  asText,
  assume,
  each,
  fieldOf,
  instantOf,
  propertyTypes,
  roleOf,
  scenario,
  succeeded,
  type CheckContext,
  type Exchange,
  type PropertyType,
} from '#suite'
import { agree } from './agree.ts'
import { needsOf } from './needs-of.ts'
import { sharedItem } from '../shared/shared-place.ts'
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
import { shownFields } from './shown-fields.ts'
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
    },
    (context) => holdAfterTheWrite(context, row),
  )

for (const { type, write, as } of propertyRows.filter(({ write: { by } }) => by === 'PROP-32'))
  scenario(
    `an update of a ${type} property accepts ${write.name}`,
    { verifies: ['PROP-32'], needs: needsOf(as) },
    async (context) => {
      context.verify('PROP-32', await answerToOpen({ type, write, as }, context)).isAccepted()
    },
  )

/** The answer to a write. lawful: what is done is not changed any more; then it is sent to a property with the status that it began with. */
async function answerToOpen(
  { type, write, as }: Pick<PropertyRow, 'type' | 'write' | 'as'>,
  context: CheckContext<'PROP-32'>,
): Promise<Exchange | undefined> {
  const { answer } = toldOf(await propertyStory(context, type), write.name)
  if (type !== 'status' || answer === undefined || succeeded(answer)) return answer
  const property = await context.given.property(type, { item: await sharedItem(context, 'updates') })
  return write.send(context, property, as)
}

for (const type of propertyTypes)
  scenario(
    `a property keeps its fields in all views while ${type} properties beside it change and after a publication`,
    { verifies: [...rules, 'PROP-38'], needs: ['write'] },
    async (context) => {
      const { verify } = context
      const told = toldOf(await propertyStory(context, type), untouched)
      const { read: after, before } = told
      holdViews(verify, told)
      const left = shownFields('property', before.read.json, { except: movingIn(typeBeside(type)) })
      verify('PROP-33', after, ledTo(told)).shows(left)
      // It was made just before it was looked at first.
      verify('PROP-38', before.read).isDatedNow('createdAt')
    },
  )

for (const type of propertyTypes)
  scenario(
    `every change of a ${type} property moves updatedAt`,
    { verifies: ['PROP-38'], needs: ['write'] },
    async (context) => {
      const changes = changesIn(type, await propertyStory(context, type))
      assume(changes.length > 0, 'no update changed what the property shows, or times were in whole seconds')
      await each(changes, async ([name, told]) => {
        const [earlier, later] = [told.before.read, told.read].map((read) => asText(fieldOf(read, 'updatedAt')))
        // A time that moves by a millisecond moves: matchers compare times less precisely.
        context.verify('PROP-38', told.read, ledTo(told)).that({
          claim: `${name} moves updatedAt`,
          holds: earlier !== later,
          expected: `another time than ${earlier}`,
          received: String(later),
          criterion: {
            kind: 'same',
            expected: told.before.read.json,
            received: told.read.json,
            fields: ['updatedAt'],
            differs: true,
          },
        })
      })
    },
  )

for (const type of ['numeric', 'matrix'] as const)
  scenario(
    `a ${type} property created without a unit is the same in all views`,
    { verifies: rules, covers: ['PROP-12'], needs: ['write'] },
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
    cause: `the target rejected a ${type} without a unit`,
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
  const except = [...movingIn(type), ...(isTaken ? write.changes : [])]
  const left = shownFields('property', told.before.read.json, { except })
  // lawful: what was refused has changed nothing
  context.verify('PROP-33', told.read, ledTo(told)).shows(left, { where: isTaken })
  const where = isDescribed && showsDescriptions(story)
  context.verify('PROP-33', told.read, ledTo(told)).shows({ description: earlierDescription }, { where })
}

/** Fields of which nobody doubts that another content of them is a change of the property. */
const telling = ['name', 'value', 'display_unit'] as const

/**
 * The updates that a property shows, in what they may change: what else has changed is the concern of PROP-33. lawful: times of a
 * second's resolution; a result that follows its source
 */
function changesIn(
  type: PropertyType,
  story: Story<ViewRule>,
): ReadonlyArray<readonly [name: string, told: Told<ViewRule>]> {
  const writes = new Map(propertyRows.filter((row) => row.type === type).map(({ write }) => [write.name, write]))
  return [...story].flatMap(([name, one]) => {
    const changed = writes.get(name)?.changes ?? []
    return one.status === 'fulfilled' && isShownChange(one.value, changed) ? [[name, one.value] as const] : []
  })
}

function isShownChange({ before, answer, read }: Told<ViewRule>, changed: readonly string[]): boolean {
  const isComputed = fieldOf(read, 'type') === 'formula'
  const differs = telling
    .filter((field) => changed.includes(field) && !(isComputed && field === 'value'))
    .some((field) => !isDeepStrictEqual(fieldOf(read, field), fieldOf(before.read, field)))
  const time = instantOf(fieldOf(before.read, 'updatedAt'))
  return answer !== undefined && succeeded(answer) && differs && time !== undefined && time.milliseconds % 10 !== 0
}

/** Whatever happens in an item may count as a change of what is in it. lawful: the result of a formula is computed a little later, and follows its source. */
function movingIn(type: PropertyType): readonly string[] {
  return ['updatedAt', 'updatedBy', ...(type === 'formula' ? ['value'] : [])]
}

/** The contract shows no description in a property: a target that never shows one has none to lose. */
function showsDescriptions(story: Story<ViewRule>): boolean {
  return [...story.values()].some(
    (one) => one.status === 'fulfilled' && typeof fieldOf(one.value.read, 'description') === 'string',
  )
}
