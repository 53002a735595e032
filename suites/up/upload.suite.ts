import { assume, each, fieldOf, propertyTypes, scenario, textField, succeeded } from '#suite'
import type { CheckContext, Exchange, MadeProperty } from '#suite'
import { fileTargets } from '../shared/file-targets.ts'
import { answerShowing } from '../shared/answer-showing.ts'
import { linkTypes, newLinkOf, placementsOf } from '../shared/usages.ts'

const needs = ['write'] as const

interface UploadToProperty {
  readonly target: MadeProperty
  readonly userTitle: string
  readonly answer: Exchange
}

const targets = [
  { name: 'an item', create: fileTargets.item },
  { name: 'a text property', create: fileTargets.property },
] as const

scenario(
  'an upload to an item is answered with 201, the file and its link',
  { verifies: ['UP-01', 'UP-02', 'UP-03'], needs },
  async ({ given, verify }) => {
    const { id, product } = await given.fileItem()
    const answer = await given.sendUpload(id, { allowDuplicate: 'true' })
    verify('UP-01', answer).hasStatus(201)
    const [first] = placementsOf(answer.json)
    verify('UP-02', answer).shows({ product_id: product.id, target_id: id }, { of: firstUsage, in: first })
    const among = [newLinkOf(answer)]
    verify('UP-03', answer).eachHas('target_type', ['item'], { of: firstUsage, among })
    // The field is not required: left out says the same.
    verify('UP-03', answer).eachHas('property_type', [null], { of: firstUsage, among, mayBeMissing: true })
  },
)

const firstUsage = 'the first usage of an uploaded file'

for (const type of propertyTypes) {
  const upload = ({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<UploadToProperty> =>
    session.shared(`upload to a ${type} property`, async () => {
      const target = await given.fileProperty(type)
      const userTitle = given.name()
      return { target, userTitle, answer: await given.sendUpload(target.id, { userTitle, allowDuplicate: 'true' }) }
    })

  scenario(
    `an upload to a ${type} property is answered with 201, the file and its link`,
    { verifies: ['UP-01', 'UP-02'], needs },
    async (context) => {
      const { verify } = context
      const { target, answer } = await upload(context)
      verify('UP-01', answer).hasStatus(201)
      verify('UP-01', answer).has('id')
      const place = { product_id: target.item.product.id, target_id: target.id }
      verify('UP-02', answer).shows(place, { of: firstUsage, in: placementsOf(answer.json)[0] })
    },
  )

  scenario(`an upload to a ${type} property keeps the given title`, { verifies: ['UP-08'], needs }, async (context) => {
    const { answer, userTitle } = await upload(context)
    context.given.requireSuccess(answer, 'UP-01')
    const shown = await answerShowing('userTitle', answer, context)
    context.verify('UP-08', shown).shows({ userTitle })
  })

  scenario(
    `the link of an upload to a ${type} property shows the type of the property`,
    { verifies: ['UP-04'], needs },
    async (context) => {
      const { answer } = await upload(context)
      const { given, verify } = context
      given.requireSuccess(answer, 'UP-01')
      const among = [newLinkOf(answer)]
      verify('UP-04', answer).eachHas('target_type', ['property'], { of: firstUsage, among })
      verify('UP-04', answer).eachHas('property_type', await linkTypes(context, type), { of: firstUsage, among })
    },
  )
}

for (const { name, create } of targets)
  scenario(`two files of ${name} have different links`, { verifies: ['UP-02'], needs }, async ({ given, verify }) => {
    const { id } = await create(given)
    const [one, two] = [await given.file(id), await given.file(id)]
    verify('UP-02', two.exchange).differsIn('file_link_id', newLinkOf(one.exchange)['file_link_id'], {
      of: firstUsage,
      in: newLinkOf(two.exchange),
      hint: 'link ids not unique: they seem to be derived from the target only',
    })
  })

/** The name that a file was sent with, and the one that its record shows: if that is another, it is the concern of another rule. */
function namesOf(filename: string, shown: Exchange): readonly string[] {
  const recorded = fieldOf(shown, 'originalFileName')
  return typeof recorded === 'string' ? [filename, recorded] : [filename]
}

for (const target of targets)
  scenario(
    `the title of an upload to ${target.name} defaults to the file name`,
    { verifies: ['UP-07'], needs },
    async ({ given, verify }) => {
      const filename = `Data sheet v2.${given.word()}.pdf`
      const { id, exchange } = await given.file((await target.create(given)).id, { filename })
      await each([await answerShowing('userTitle', exchange, { given }), await given.fileRecord(id)], async (shown) =>
        verify('UP-07', shown).eachHas('userTitle', namesOf(filename, shown)),
      )
    },
  )

for (const target of targets)
  scenario(
    `an upload to ${target.name} shows the given title, and so does the record of the file`,
    { verifies: ['UP-08', 'UP-20'], needs },
    async ({ given, verify }) => {
      const userTitle = given.name()
      const filename = `${given.word()}.pdf`
      const { id: targetId } = await target.create(given)
      const exchange = await given.sendUpload(targetId, { userTitle, filename, allowDuplicate: 'true' })
      verify('UP-08', exchange).isAccepted()
      const record = await given.fileRecord(textField(exchange, 'id', 'FILE-01'))
      verify('UP-08', [await answerShowing('userTitle', exchange, { given }), record]).shows({ userTitle })
      verify('UP-20', [exchange, record]).shows({ name: filename, originalFileName: filename }, { mayBeMissing: true })
    },
  )

scenario('a long title is kept whole', { verifies: ['UP-08'], needs }, async ({ given, verify }) => {
  const userTitle = `${given.name()} ${'long '.repeat(60)}end`
  const exchange = await given.sendUpload((await given.fileItem()).id, { userTitle, allowDuplicate: 'true' })
  // The contract shows no longest title, and a service may have one.
  assume(succeeded(exchange), 'the target rejected a title of 300 characters')
  verify('UP-08', await answerShowing('userTitle', exchange, { given })).shows({ userTitle })
})
