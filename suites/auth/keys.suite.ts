import { keyPrefix, scenario } from '#suite'

scenario('the bearer key is accepted', { verifies: ['AUTH-01'] }, async ({ api, verify }) => {
  verify('AUTH-01', await api.send('listWorkspaces')).hasStatus(200)
})

scenario('the configured key begins as keys do', { verifies: ['AUTH-25'] }, async ({ session, verify, observe }) => {
  const { own } = session.configuration.keys
  verify('AUTH-25').that({
    claim: 'the configured key has the prefix of keys',
    holds: own.startsWith(keyPrefix),
    expected: `a key that begins with ${keyPrefix}`,
    received: 'a key that begins otherwise',
  })
  observe('AUTH-25', 'length of the configured key', own.length)
})

scenario(
  'a created key begins as keys do',
  { verifies: ['AUTH-25'], needs: ['control:create-key'] },
  async ({ session, verify, observe }) => {
    const { key } = await session.controls.createApiKey({ organization: 'own' })
    verify('AUTH-25').that({
      claim: 'a created key has the prefix of keys',
      holds: key.startsWith(keyPrefix),
      expected: `a key that begins with ${keyPrefix}`,
      received: `a key that begins with ${key.slice(0, 4)}…`,
    })
    observe('AUTH-25', 'length of a created key', key.length)
  },
)

scenario(
  'the other keys keep working when one is revoked',
  { verifies: ['AUTH-24'], needs: ['control:create-key', 'control:revoke-key'] },
  async ({ api, session, given, verify }) => {
    const own = { organization: 'own' } as const
    const [one, other] = [await session.controls.createApiKey(own), await session.controls.createApiKey(own)]
    const headers = { authorization: `Bearer ${other.key}` }
    given.requireSuccess(await api.send('listWorkspaces', { as: 'forged', headers }), 'AUTH-01')
    await session.controls.revokeApiKey(one.id)
    verify('AUTH-24', await api.send('listWorkspaces', { as: 'forged', headers })).isAccepted()
    verify('AUTH-24', await api.send('listWorkspaces')).isAccepted()
  },
)
