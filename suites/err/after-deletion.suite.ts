import { scenario } from '#suite'

scenario(
  'what is asked of a deleted property brings no server error',
  { verifies: ['ERR-15'], needs: ['write'] },
  async ({ api, given, verify }) => {
    const { id } = await given.property('text')
    const path = { property_id: id }
    given.requireSuccess(await api.send('deleteProperty', { path }), 'PROP-34')
    // What the answers are is open: the contract does not show what becomes of a property that is softly deleted.
    const asked = [
      ['a second deletion', () => api.send('deleteProperty', { path })],
      ['an update', () => api.send('updateProperty', { path, json: { name: given.name() } })],
      ['a read', () => api.send('getProperty', { path })],
    ] as const
    for (const [what, ask] of asked) {
      const answer = await ask()
      verify('ERR-15', answer).that({
        claim: `${what} of a deleted property is answered without a server error`,
        holds: answer.status < 500,
        expected: 'no 5xx',
        received: `${answer.status}`,
      })
    }
  },
)
