import { traffic } from '#suite'
import { sharedItem } from '../shared/shared-place.ts'

// What the answers are is open: the contract does not show what becomes of a property that is softly deleted.
traffic(
  'requests about a deleted property cause no server error',
  { judged: ['ERR-15'], needs: ['write'] },
  async (context) => {
    const { api, given } = context
    const { id } = await given.property('text', { item: await sharedItem(context, 'requests after a deletion') })
    given.requireSuccess(await given.remove('property', id), 'PROP-34')
    await given.remove('property', id)
    await api.send('updateProperty', { path: { property_id: id }, json: { name: given.name() } })
    await given.read('property', id)
  },
)
