import { assume, each, fieldOf, propertyTypes, scenario, textField, succeeded } from '#suite'
import type { Exchange, PropertyType, Sources } from '#suite'
import { fileTargets } from '../shared/file-targets.ts'
import { answerShowing } from '../shared/answer-showing.ts'
import { linkTypes, newLinkOf, placementsOf } from '../shared/usages.ts'

const needs = ['write'] as const
const firstUsage = 'the first usage of an uploaded file'

const targets = [
  { name: 'an item', type: 'item', create: fileTargets.item },
  { name: 'a text property', type: 'text', create: fileTargets.property },
] as const

/** POST /files/{target_id} with a title and a file name, once per session for each kind of target. */
function upload({ given, session }: Sources, type: 'item' | PropertyType) {
  return session.shared(`upload to a target of kind ${type}`, async () => {
    const target = type === 'item' ? await given.fileItem() : await given.fileProperty(type)
    const { product } = 'item' in target ? target.item : target
    const [userTitle, filename] = [given.name(), `${given.word()}.pdf`]
    const answer = await given.sendUpload(target.id, { userTitle, filename, allowDuplicate: 'true' })
    return { link: { product_id: product.id, target_id: target.id }, userTitle, filename, answer }
  })
}

/** The same upload; blocked by UP-01 if it was rejected. */
async function accepted(context: Sources, type: 'item' | PropertyType) {
  const sent = await upload(context, type)
  context.given.requireSuccess(sent.answer, 'UP-01')
  return sent
}

for (const type of ['item', ...propertyTypes] as const) {
  const name = type === 'item' ? 'an item' : `a ${type} property`

  scenario(
    `POST /files/{target_id} to ${name} is answered with 201 and the file`,
    { verifies: ['UP-01'], needs },
    async (context) => {
      const { answer } = await upload(context, type)
      context.verify('UP-01', answer).hasStatus(201)
      context.verify('UP-01', answer).has('id')
    },
  )

  scenario(`POST /files/{target_id} to ${name} shows its link`, { verifies: ['UP-02'], needs }, async (context) => {
    const { link, answer } = await accepted(context, type)
    context.verify('UP-02', answer).shows(link, { of: firstUsage, in: placementsOf(answer.json)[0] })
  })

  scenario(
    `POST /files/{target_id} to ${name} keeps the given title`,
    { verifies: ['UP-08'], needs },
    async (context) => {
      const { answer, userTitle } = await accepted(context, type)
      const shown = await answerShowing('userTitle', answer, context)
      context.verify('UP-08', shown).shows({ userTitle })
    },
  )
}

scenario(
  'POST /files/{target_id} to an item shows target_type item and no property_type',
  { verifies: ['UP-03'], needs },
  async (context) => {
    const { answer } = await accepted(context, 'item')
    const among = [newLinkOf(answer)]
    context.verify('UP-03', answer).eachHas('target_type', ['item'], { of: firstUsage, among })
    // The field is not required: left out says the same.
    context.verify('UP-03', answer).eachHas('property_type', [null], { of: firstUsage, among, mayBeMissing: true })
  },
)

for (const type of propertyTypes)
  scenario(
    `POST /files/{target_id} to a ${type} property shows target_type property and the type of the property`,
    { verifies: ['UP-04'], needs },
    async (context) => {
      const { answer } = await accepted(context, type)
      const among = [newLinkOf(answer)]
      const types = await linkTypes(context, type)
      context.verify('UP-04', answer).eachHas('target_type', ['property'], { of: firstUsage, among })
      context.verify('UP-04', answer).eachHas('property_type', types, { of: firstUsage, among })
    },
  )

for (const { name, type } of targets)
  scenario(
    `the record of a file of ${name} shows the title and the name of its upload`,
    { verifies: ['UP-08', 'UP-20'], needs },
    async (context) => {
      const { answer, userTitle, filename } = await accepted(context, type)
      const record = await context.given.fileRecord(textField(answer, 'id', 'FILE-01'))
      context.verify('UP-08', record).shows({ userTitle })
      const names = { name: filename, originalFileName: filename }
      context.verify('UP-20', [answer, record]).shows(names, { mayBeMissing: true })
    },
  )

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

scenario('a long title is kept whole', { verifies: ['UP-08'], needs }, async ({ given, verify }) => {
  const userTitle = `${given.name()} ${'long '.repeat(60)}end`
  const exchange = await given.sendUpload((await given.fileItem()).id, { userTitle, allowDuplicate: 'true' })
  // The contract shows no longest title, and a service may have one.
  assume(succeeded(exchange), 'the target rejected a title of 300 characters')
  verify('UP-08', await answerShowing('userTitle', exchange, { given })).shows({ userTitle })
})
