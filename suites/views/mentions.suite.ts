import { assume, each, fieldOf, scenario, show, type Entry, type Exchange, type Identity } from '#suite'
import { needsOf } from './needs-of.ts'

/** A user as some record mentions them. */
interface Mention {
  readonly id: string
  readonly userName: string
}

for (const as of ['own', 'same-organization'] as const satisfies readonly Identity[])
  scenario(
    `a user of the organization is mentioned by a name${as === 'own' ? '' : ', for another key too'}`,
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
        // lawful: an uploader that is not told, authors that are other users, and users who are called by their id everywhere
        assume(before !== undefined && mention?.id === before.id && !isId(before))
        verify(requirement, record).that({
          claim: `${field} shows the user by a display name, as the product of the same user does`,
          // lawful: another name of theirs, such as the one they had when the record was made
          holds: !isId(mention),
          expected: `a name such as ${show(before.userName)}`,
          received: show(mention.userName),
        })
      })
    },
  )

function mentionIn(record: Pick<Exchange, 'json'>, field: string): Mention | undefined {
  const { id, userName }: Entry = Object(fieldOf(record, field))
  return typeof id === 'string' && typeof userName === 'string' ? { id: id.toLowerCase(), userName } : undefined
}

function isId({ id, userName }: Mention): boolean {
  return userName.trim().toLowerCase() === id
}
