import { evenText, fieldOf, forAll, propertyTexts } from '#suite'

forAll(
  'the description of an item is kept character for character, created or updated',
  { verifies: ['ITEM-12'], needs: ['write'], cost: 'costly', causedBy: ['ITEM-04', 'ITEM-05', 'ITEM-06'] },
  async ({ api, given, verify }) => {
    const { id, product } = await given.item()
    return {
      inputs: propertyTexts,
      examples: [
        '  spaces around  ',
        'e\u0301 and é',
        'two\nlines',
        '<b>&amp;</b>',
        '007',
        '7',
        '0',
        'null',
        'مضخة 泵 🛠️',
        // Within 500 characters: a limit beyond is lawful.
        `${'long '.repeat(99)}end`,
        `${'longer '.repeat(300)}end`,
      ],
      holds: async (description: string) => {
        const body = await given.itemBody(product, { description })
        const created = await api.send('createItem', { json: body })
        if (created.status >= 400 && description.length > 500) return
        const made = given.requireSuccess(created, 'ITEM-04')
        given.requireSuccess(await api.send('updateItem', { path: { item_id: id }, json: { description } }), 'ITEM-06')
        for (const itemId of [String(fieldOf(made, 'id')), id]) {
          const read = given.requireSuccess(await given.read('item', itemId), 'ITEM-05')
          // lawful: trimmed ends and NFC
          verify('ITEM-12', read).equals({
            claim: 'the description comes back as it was sent',
            expected: evenText(description),
            received: evenText(fieldOf(read, 'description')),
          })
        }
      },
    }
  },
)
