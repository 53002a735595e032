import fc from 'fast-check'
import {
  contentOf,
  fileKinds,
  fileStem,
  forAll,
  isRecord,
  pick,
  propertyTypes,
  scenario,
  show,
  textField,
} from '#suite'
import { newLinkOf, usagesOf } from '../subjects/usages.ts'
import { sameMediaType } from '../subjects/media-type.ts'

const needs = ['write'] as const

scenario('an upload to an item answers 201 and the file', { verifies: ['UP-01'], needs }, async ({ given, verify }) => {
  const answer = await given.sendUpload((await given.fileItem()).id, { allowDuplicate: 'true' })
  verify('UP-01', answer).hasStatus(201)
})

scenario(
  'an upload to a property answers 201 and the file',
  { verifies: ['UP-01'], needs },
  async ({ given, verify }) => {
    const answer = await given.sendUpload((await given.fileProperty('text')).id, { allowDuplicate: 'true' })
    verify('UP-01', answer).hasStatus(201)
    verify('UP-01', answer).that({
      claim: 'the answer to an upload is the record of the file',
      holds: isRecord(answer.json) && typeof answer.json['id'] === 'string',
      expected: 'a file with its id',
      received: 'no id',
    })
  },
)

for (const target of ['item', 'property'] as const)
  scenario(
    `the first usage describes the new link of the ${target}`,
    { verifies: ['UP-02'], needs },
    async ({ given, verify }) => {
      const item = await given.fileItem()
      const targetId = target === 'item' ? item.id : (await given.fileProperty('text')).id
      const { exchange } = await given.file(targetId)
      const [link] = usagesOf(exchange.json)
      verify('UP-02', exchange).equals({
        claim: `the first usage names the product and the ${target}`,
        expected: { productId: item.product.id.toLowerCase(), targetId: targetId.toLowerCase() },
        received: pick(link, ['productId', 'targetId']),
      })
    },
  )

scenario('a link of an item has no property type', { verifies: ['UP-03'], needs }, async ({ given, verify }) => {
  const { exchange } = await given.file((await given.fileItem()).id)
  const link = newLinkOf(exchange)
  verify('UP-03', exchange).equals({
    claim: 'the new link of an item has the type `item` and no property type',
    expected: { targetType: 'item', propertyType: null },
    // The field is not required: left out says the same.
    received: { targetType: link.targetType, propertyType: link.propertyType ?? null },
  })
})

for (const type of propertyTypes)
  scenario(
    `a link of a ${type} property has its type`,
    { verifies: ['UP-01', 'UP-04'], needs },
    async ({ given, verify }) => {
      const target = await given.fileProperty(type)
      // A matrix may be typed `numeric`: what the service calls the property is what it has to call the target.
      const called = isRecord(target.exchange.json) ? target.exchange.json['type'] : undefined
      const exchange = await given.sendUpload(target.id, { allowDuplicate: 'true' })
      verify('UP-01', exchange).hasStatus(201)
      const link = newLinkOf(exchange)
      const lawful = type === 'matrix' && called === 'numeric' ? ['matrix', 'numeric'] : [type]
      verify('UP-04', exchange).that({
        claim: `the new link of a ${type} property has its type`,
        holds: link.targetType === 'property' && lawful.some((one) => one === link.propertyType),
        expected: `target_type property, property_type ${lawful.join(' or ')}`,
        received: `target_type ${String(link.targetType)}, property_type ${String(link.propertyType)}`,
      })
    },
  )

scenario('the title is the file name by default', { verifies: ['UP-07'], needs }, async ({ given, verify }) => {
  for (const target of [await given.fileItem(), await given.fileProperty('text')]) {
    const filename = `Data sheet v2.${given.word()}.pdf`
    const { id, exchange } = await given.file(target.id, { filename })
    for (const { json } of [exchange, await given.fileRecord(id)]) {
      const title = isRecord(json) ? json['userTitle'] : undefined
      const recorded = isRecord(json) ? json['originalFileName'] : undefined
      // Where the name is recorded otherwise than sent, that is another rule's affair.
      verify('UP-07', exchange).that({
        claim: 'a file that was given no title has its name as title',
        holds: title === filename || (title !== undefined && title === recorded),
        expected: filename,
        received: String(title),
      })
    }
  }
})

for (const target of ['item', 'property'] as const)
  scenario(
    `the title given with a file of ${target === 'item' ? 'an item' : 'a property'} is its title`,
    { verifies: ['UP-08', 'UP-20'], needs, causedBy: ['UP-01'] },
    async ({ given, verify }) => {
      const { id: targetId } = target === 'item' ? await given.fileItem() : await given.fileProperty('text')
      const userTitle = given.name()
      const filename = `${given.word()}.pdf`
      const exchange = await given.sendUpload(targetId, { userTitle, filename, allowDuplicate: 'true' })
      verify('UP-08', exchange).isAccepted()
      const id = textField(exchange, 'id', 'FILE-01')
      for (const shown of [exchange, await given.fileRecord(id)]) {
        verify('UP-08', shown).equals({
          claim: 'a file has the title that was given with it',
          expected: { userTitle },
          received: pick(shown.json, ['userTitle']),
        })
        verify('UP-20', shown).equals({
          claim: 'a file that was given a title keeps its original name',
          expected: { name: filename, originalFileName: filename },
          received: pick({ name: filename, originalFileName: filename, ...(isRecord(shown.json) && shown.json) }, [
            'name',
            'originalFileName',
          ]),
        })
      }
    },
  )

/** lawful: NFC, and other signs for those that are awkward in headers and paths; letters and digits tell the file. */
function lettersOf(name: string): string {
  return name.normalize('NFC').replaceAll(/[^\p{L}\p{N}]/gu, '')
}

for (const filename of ['Foto IMG.PDF', 'teil; ausgabe=2.pdf', 'ohne Endung'])
  scenario(`the name ${filename} is recorded whole`, { verifies: ['UP-20'], needs }, async ({ given, verify }) => {
    const { id } = await given.fileItem()
    const exchange = given.requireSuccess(await given.sendUpload(id, { filename, allowDuplicate: 'true' }), 'UP-01')
    const name = isRecord(exchange.json) ? String(exchange.json['originalFileName']) : ''
    verify('UP-20', exchange).that({
      claim: 'the record has the whole name of the file',
      holds: lettersOf(name) === lettersOf(filename),
      expected: filename,
      received: name,
    })
  })

scenario('a long file name is recorded whole', { verifies: ['UP-20'], needs }, async ({ given, verify }) => {
  const filename = `${'a long file name '.repeat(9)}to its end.pdf`
  const { id } = await given.fileItem()
  const exchange = await given.sendUpload(id, { filename, allowDuplicate: 'true' })
  // The contract shows no longest name, and a service may have one.
  if (exchange.status >= 400) given.untestable({ reason: 'capability-absent', cause: 'file names of 165 characters' })
  const name = isRecord(exchange.json) ? String(exchange.json['originalFileName']) : ''
  verify('UP-20', exchange).that({
    claim: 'the record has the whole name of the file',
    holds: lettersOf(name) === lettersOf(filename),
    expected: filename,
    received: name,
  })
})

scenario(
  'a long title is kept whole',
  { verifies: ['UP-08'], needs, causedBy: ['UP-01'] },
  async ({ given, verify }) => {
    const userTitle = `${given.name()} ${'long '.repeat(60)}end`
    const { id } = await given.fileItem()
    const exchange = await given.sendUpload(id, { userTitle, allowDuplicate: 'true' })
    // The contract shows no longest title, and a service may have one.
    if (exchange.status >= 400) given.untestable({ reason: 'capability-absent', cause: 'titles of 300 characters' })
    verify('UP-08', exchange).equals({
      claim: 'a file has the long title that was given with it',
      expected: { userTitle },
      received: pick(exchange.json, ['userTitle']),
    })
  },
)

/** What a service may take the files of a kind for that looks into them; short ones have no beginning to tell them by. */
const toldFromBytes: Readonly<Record<string, readonly string[]>> = {
  txt: ['application/octet-stream', 'text/csv'],
  csv: ['application/octet-stream', 'text/plain'],
  bin: ['text/plain'],
}

forAll(
  'size, type and name are recorded as they were sent',
  { verifies: ['UP-20'], needs, cost: 'costly' },
  async ({ given, verify }) => ({
    inputs: fc.record(
      { kind: fc.constantFrom(...fileKinds), size: fc.integer({ min: 1, max: 9000 }), stem: fileStem() },
      { noNullPrototype: true },
    ),
    examples: [
      { kind: fileKinds[0], size: 1, stem: 'one' },
      { kind: fileKinds[1], size: 1025, stem: 'Größe (½ Zoll) 漢字' },
      { kind: fileKinds[2], size: 33, stem: 'table' },
      { kind: fileKinds[3], size: 2048, stem: 'picture' },
      { kind: fileKinds[4], size: 4096, stem: 'v1.2.3' },
      { kind: fileKinds[0], size: 70_001, stem: 'Two Words + more, e\u0301 😀' },
    ],
    holds: async ({ kind, size, stem }: { kind: (typeof fileKinds)[number]; size: number; stem: string }) => {
      const filename = `${stem}.${kind.extension}`
      const exchange = await given.sendUpload((await given.fileItem()).id, {
        bytes: contentOf(kind, size),
        contentType: kind.contentType,
        filename,
        allowDuplicate: 'true',
      })
      // lawful: a list of allowed types, and a limit of size that is not declared
      if (exchange.status >= 400) return
      for (const shown of [exchange, await given.fileRecord(textField(exchange, 'id', 'FILE-01'))]) {
        const record = isRecord(shown.json) ? shown.json : {}
        const names = pick({ name: filename, ...record }, ['name', 'originalFileName'])
        verify('UP-20', shown).that({
          claim: 'the original name is the one that was sent',
          holds: Object.values(names).every((name) => lettersOf(String(name)) === lettersOf(filename)),
          expected: show({ name: filename, originalFileName: filename }),
          received: show(names),
        })
        // Neither is required, and null is lawful for both.
        if (typeof record['size_bytes'] === 'number')
          verify('UP-20', shown).equals({
            claim: 'the size is that of the bytes that were sent',
            expected: size,
            received: record['size_bytes'],
          })
        const { content_type: type } = record
        if (typeof type === 'string')
          verify('UP-20', shown).that({
            claim: 'the type is the one that was sent',
            // lawful: a type told from the bytes, which begin like a PNG or a PDF, are text, or are nothing in particular
            holds: [kind.contentType, ...(toldFromBytes[kind.extension] ?? [])].some((one) => sameMediaType(one, type)),
            expected: kind.contentType,
            received: type,
          })
      }
    },
  }),
)
