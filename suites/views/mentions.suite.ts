import { evenText, fieldOf, scenario, show, type Entry, type Exchange, type Identity } from '#suite'
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
    async ({ given, session, verify }) => {
      if (as !== 'own') await session.ensureKey(as)
      const property = await given.property('text', { item: await given.item({ as }), as })
      const file = await given.file(property.id, { as })
      const reference = mentionIn(property.item.product.exchange, 'createdBy')
      const mentions = [
        ['PROP-09', await given.read('property', property.id), 'createdBy'],
        ['FILE-05', await given.fileRecord(file.id), 'uploadedBy'],
      ] as const
      for (const [requirement, record, field] of mentions) {
        const mention = mentionIn(record, field)
        // lawful: an uploader that is not told, and authors that are other users
        if (reference === undefined || mention?.id !== reference.id) continue
        // lawful: people who take another name meanwhile
        const isSame = evenText(mention.userName) === evenText(reference.userName)
        const now = isSame ? reference : mentionIn(await given.readProduct(property.item.product.id), 'createdBy')
        verify(requirement, record).that({
          claim: `${field} shows the user as the product of the same user does`,
          holds: isSame || evenText(mention.userName) === evenText(now?.userName),
          expected: show(reference.userName),
          received: show(mention.userName),
        })
      }
    },
  )

function mentionIn(record: Pick<Exchange, 'json'>, field: string): Mention | undefined {
  const { id, userName }: Entry = Object(fieldOf(record, field))
  return typeof id === 'string' && typeof userName === 'string' ? { id: id.toLowerCase(), userName } : undefined
}
