import { assume, each, evenText, fieldOf, scenario, show, type Entry, type Exchange, type Identity } from '#suite'
import { needsOf } from './needs-of.ts'

/** A user as some record mentions them. */
interface Mention {
  readonly id: string
  readonly userName: string
}

for (const as of ['own', 'same-organization'] as const satisfies readonly Identity[])
  scenario(
    `a user of the organization has one name, whatever mentions them${as === 'own' ? '' : ', for another key too'}`,
    { verifies: ['PROP-09', 'FILE-05'], needs: needsOf(as), causedBy: ['PROD-14', 'PROD-15'] },
    async ({ given, verify }) => {
      const property = await given.property('text', { item: await given.item({ as }), as })
      const file = await given.file(property.id, { as })
      const readReference = async () => mentionIn(await given.readProduct(property.item.product.id), 'createdBy')
      const mentions = [
        ['PROP-09', () => given.read('property', property.id), 'createdBy'],
        ['FILE-05', () => given.fileRecord(file.id), 'uploadedBy'],
      ] as const
      await each(mentions, async ([requirement, readMention, field]) => {
        const before = await readReference()
        const record = await readMention()
        const mention = mentionIn(record, field)
        // lawful: an uploader that is not told, authors that are other users, and people who take another name meanwhile
        assume(before !== undefined && mention?.id === before.id && isSame(before, await readReference()))
        verify(requirement, record).that({
          claim: `${field} shows the user as the product of the same user does`,
          holds: isSame(before, mention),
          expected: show(before.userName),
          received: show(mention.userName),
        })
      })
    },
  )

function mentionIn(record: Pick<Exchange, 'json'>, field: string): Mention | undefined {
  const { id, userName }: Entry = Object(fieldOf(record, field))
  return typeof id === 'string' && typeof userName === 'string' ? { id: id.toLowerCase(), userName } : undefined
}

function isSame(one: Mention, other: Mention | undefined): boolean {
  return evenText(one.userName) === evenText(other?.userName)
}
