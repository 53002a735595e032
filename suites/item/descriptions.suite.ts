import { forAll, isRecord, propertyTexts } from '#suite'

forAll(
  'the description of an item is kept character for character, created or updated',
  { verifies: ['ITEM-12'], needs: ['write'], cost: 'costly', causedBy: ['ITEM-04', 'ITEM-05', 'ITEM-06'] },
  async ({ api, given, verify }) => {
    const { id, product } = await given.item()
    const shown = async (itemId: string) =>
      given.requireSuccess(await api.send('getItem', { path: { item_id: itemId } }), 'ITEM-05')
    return {
      inputs: propertyTexts,
      examples: [
        '  blanks around  ',
        'e\u0301 and é',
        'two\nlines',
        '<b>&amp;</b>',
        '007',
        '7',
        '0',
        'null',
        'مضخة 泵 🛠️',
        `${'long '.repeat(120)}end`,
      ],
      holds: async (description) => {
        const created = await given.item({ product, fields: { description } })
        given.requireSuccess(await api.send('updateItem', { path: { item_id: id }, json: { description } }), 'ITEM-06')
        for (const itemId of [created.id, id]) {
          const read = await shown(itemId)
          verify('ITEM-12', read).equals({
            claim: 'the description comes back as it was sent',
            expected: description,
            received: isRecord(read.json) ? read.json['description'] : undefined,
          })
        }
      },
    }
  },
)
