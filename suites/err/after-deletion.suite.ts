import { scenario } from '#suite'

// What the answers are is open: the contract does not show what becomes of a property that is softly deleted.
scenario(
  'what is asked of a deleted property brings no server error',
  { verifies: [], covers: ['ERR-15'], needs: ['write'] },
  async ({ api, given }) => {
    const { id } = await given.property('text')
    given.requireSuccess(await given.remove('property', id), 'PROP-34')
    await given.remove('property', id)
    await api.send('updateProperty', { path: { property_id: id }, json: { name: given.name() } })
    await given.read('property', id)
  },
)
