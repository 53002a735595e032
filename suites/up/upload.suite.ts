import {
  assume,
  fieldOf,
  pick,
  propertyTypes,
  scenario,
  textField,
  type CheckContext,
  type Claim,
  type Exchange,
  type MadeProperty,
  type PropertyType,
} from '#suite'
import { fileTargets } from '../subjects/file-targets.ts'
import { showing } from '../subjects/showing.ts'
import { newLinkOf, usagesOf } from '../subjects/usages.ts'

const needs = ['write'] as const

interface UploadToProperty {
  readonly target: MadeProperty
  readonly userTitle: string
  readonly answer: Exchange
}

const targets = [
  { name: 'an item', of: fileTargets.item },
  { name: 'a text property', of: fileTargets.property },
] as const

scenario(
  'an upload to an item answers 201 and the file, with the link',
  { verifies: ['UP-01', 'UP-02', 'UP-03'], needs },
  async ({ given, verify }) => {
    const { id, product } = await given.fileItem()
    const answer = await given.sendUpload(id, { allowDuplicate: 'true' })
    verify('UP-01', answer).hasStatus(201)
    verify('UP-02', answer).equals({
      claim: 'the first usage names the product and the item',
      expected: { product_id: product.id.toLowerCase(), target_id: id.toLowerCase() },
      received: placeOf(answer),
    })
    const link = newLinkOf(answer)
    verify('UP-03', answer).equals({
      claim: 'the new link of an item has the type `item` and no property type',
      expected: { target_type: 'item', property_type: null },
      // The field is not required: left out says the same.
      received: { target_type: link.targetType, property_type: link.propertyType ?? null },
      ...(link.targetType === 'item' && {
        criterion: { kind: 'each', field: 'property_type', lawful: ['null'], mayBeMissing: true },
      }),
    })
  },
)

/** Where the first usage of an uploaded file says that it is. */
function placeOf({ json }: Exchange) {
  const [usage] = usagesOf(json)
  return usage && { product_id: usage.productId, target_id: usage.targetId }
}

for (const type of propertyTypes) {
  const upload = ({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<UploadToProperty> =>
    session.shared(`upload to a ${type} property`, async () => {
      const target = await given.fileProperty(type)
      const userTitle = given.name()
      return { target, userTitle, answer: await given.sendUpload(target.id, { userTitle, allowDuplicate: 'true' }) }
    })

  scenario(
    `an upload to a ${type} property answers 201 and the file, with the link`,
    { verifies: ['UP-01', 'UP-02'], needs },
    async (context) => {
      const { verify } = context
      const { target, answer } = await upload(context)
      verify('UP-01', answer).hasStatus(201)
      verify('UP-01', answer).that({
        claim: 'the answer to an upload is the record of the file',
        holds: typeof fieldOf(answer, 'id') === 'string',
        expected: 'a file with its id',
        received: 'no id',
      })
      verify('UP-02', answer).equals({
        claim: 'the first usage names the product and the property',
        expected: { product_id: target.item.product.id.toLowerCase(), target_id: target.id.toLowerCase() },
        received: placeOf(answer),
      })
    },
  )

  scenario(
    `the title given with a file of a ${type} property is its title`,
    { verifies: ['UP-08'], needs, causedBy: ['UP-01'] },
    async (context) => {
      const { answer, userTitle } = await upload(context)
      context.given.requireSuccess(answer, 'UP-01')
      const shown = await showing('userTitle', answer, context)
      context.verify('UP-08', shown).equals({
        claim: 'a file has the title that was given with it',
        expected: { userTitle },
        received: pick(shown.json, ['userTitle']),
      })
    },
  )

  scenario(
    `the link of an upload to a ${type} property has its type`,
    { verifies: ['UP-04'], needs },
    async (context) => {
      const { answer } = await upload(context)
      const { given, verify } = context
      given.requireSuccess(answer, 'UP-01')
      const link = newLinkOf(answer)
      const lawful = lawfulTypesOf(type)
      verify('UP-04', answer).that({
        claim: `the new link of a ${type} property has its type`,
        holds: link.targetType === 'property' && lawful.some((one) => one === link.propertyType),
        expected: `target_type property, property_type ${lawful.join(' or ')}`,
        received: `target_type ${String(link.targetType)}, property_type ${String(link.propertyType)}`,
        criterion: criterionOf(link, lawful),
      })
    },
  )
}

for (const { name, of } of targets)
  scenario(
    `two files of ${name} have a link each`,
    { verifies: ['UP-02'], needs, causedBy: ['UP-01'] },
    async ({ given, verify }) => {
      const { id } = await of(given)
      const [one, two] = [await given.file(id), await given.file(id)]
      const first = newLinkOf(one.exchange)
      verify('UP-02', two.exchange).that({
        claim: 'the link of a new file is not the one of the file before',
        holds: newLinkOf(two.exchange).linkId !== first.linkId,
        expected: 'a file_link_id of its own',
        received: first.linkId,
        criterion: { kind: 'text', text: first.linkId, shown: false },
        hint: 'links may be named by the place alone, so that a reference does not tell which file it is to',
      })
    },
  )

/** lawful: a matrix may be typed `numeric`, whatever its own record says */
function lawfulTypesOf(type: PropertyType): readonly PropertyType[] {
  return type === 'matrix' ? [type, 'numeric'] : [type]
}

/** By the first of the two fields that is wrong. */
function criterionOf(
  { targetType }: ReturnType<typeof newLinkOf>,
  lawful: readonly string[],
): NonNullable<Claim['criterion']> {
  if (targetType === 'property') return { kind: 'each', field: 'property_type', lawful }
  return { kind: 'each', field: 'target_type', lawful: ['property'] }
}

/** The name that a file was sent with, and the one that its record shows for that. */
function namesOf(filename: string, shown: Exchange): readonly string[] {
  const recorded = fieldOf(shown, 'originalFileName')
  return typeof recorded === 'string' ? [filename, recorded] : [filename]
}

for (const target of targets)
  scenario(
    `the title of a file of ${target.name} is the file name by default`,
    { verifies: ['UP-07'], needs },
    async ({ given, verify }) => {
      const filename = `Data sheet v2.${given.word()}.pdf`
      const { id, exchange } = await given.file((await target.of(given)).id, { filename })
      verify('UP-07', [await showing('userTitle', exchange, { given }), await given.fileRecord(id)]).that((shown) => {
        const title = fieldOf(shown, 'userTitle')
        return {
          claim: 'a file that was given no title has its name as title',
          // Where the name is recorded otherwise than sent, that is the concern of another rule.
          holds: title === filename || (title !== undefined && title === fieldOf(shown, 'originalFileName')),
          expected: filename,
          received: String(title),
          criterion: { kind: 'each', field: 'userTitle', lawful: namesOf(filename, shown) },
        }
      })
    },
  )

for (const target of targets)
  scenario(
    `the title given with a file of ${target.name} is its title, in its record too`,
    { verifies: ['UP-08', 'UP-20'], needs, causedBy: ['UP-01'] },
    async ({ given, verify }) => {
      const userTitle = given.name()
      const filename = `${given.word()}.pdf`
      const { id: targetId } = await target.of(given)
      const exchange = await given.sendUpload(targetId, { userTitle, filename, allowDuplicate: 'true' })
      verify('UP-08', exchange).isAccepted()
      const record = await given.fileRecord(textField(exchange, 'id', 'FILE-01'))
      verify('UP-08', [await showing('userTitle', exchange, { given }), record]).equals(({ json }) => ({
        claim: 'a file has the title that was given with it',
        expected: { userTitle },
        received: pick(json, ['userTitle']),
      }))
      verify('UP-20', [exchange, record]).equals((answer) => {
        const names = ['name', 'originalFileName'].filter((name) => fieldOf(answer, name) !== undefined)
        return {
          claim: 'a file that was given a title keeps its original name',
          expected: Object.fromEntries(names.map((name) => [name, filename])),
          received: pick(answer.json, names),
        }
      })
    },
  )

scenario(
  'a long title is kept whole',
  { verifies: ['UP-08'], needs, causedBy: ['UP-01'] },
  async ({ given, verify }) => {
    const userTitle = `${given.name()} ${'long '.repeat(60)}end`
    const exchange = await given.sendUpload((await given.fileItem()).id, { userTitle, allowDuplicate: 'true' })
    // The contract shows no longest title, and a service may have one.
    assume(exchange.status < 400, 'titles of 300 characters')
    const shown = await showing('userTitle', exchange, { given })
    verify('UP-08', shown).equals({
      claim: 'a file has the long title that was given with it',
      expected: { userTitle },
      received: pick(shown.json, ['userTitle']),
    })
  },
)
