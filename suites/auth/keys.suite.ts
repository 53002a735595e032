import { keyPrefix, scenario, type Session } from '#suite'

scenario('the bearer key is accepted', { verifies: ['AUTH-01'] }, async ({ api, verify }) => {
  verify('AUTH-01', await api.send('listWorkspaces')).hasStatus(200)
})

const keys = [
  {
    which: 'the configured key',
    needs: [],
    keyOf: async ({ configuration }: Session) => configuration.keys.own,
  },
  {
    which: 'a created key',
    needs: ['control:create-key'],
    keyOf: async ({ controls }: Session) => (await controls.createApiKey({ organization: 'own' })).key,
  },
] as const

for (const { which, needs, keyOf } of keys)
  scenario(`${which} begins with svc_api_`, { verifies: ['AUTH-25'], needs }, async ({ session, verify, observe }) => {
    const key = await keyOf(session)
    verify('AUTH-25').that({
      claim: `${which} begins with svc_api_`,
      holds: key.startsWith(keyPrefix),
      expected: `a key that begins with ${keyPrefix}`,
      received: 'a key with a different prefix',
      hint: 'key format: keys seem to be generated or shown without their prefix',
    })
    observe('AUTH-25', `length of ${which}`, key.length)
  })

scenario(
  'the other keys keep working after one is revoked',
  { verifies: ['AUTH-24'], needs: ['control:revoke-key'] },
  async ({ api, session, given, verify }) => {
    const own = { organization: 'own' } as const
    const [one, other] = [await session.controls.createApiKey(own), await session.controls.createApiKey(own)]
    const headers = { authorization: `Bearer ${other.key}` }
    given.requireSuccess(await api.send('listWorkspaces', { as: 'forged', headers }), 'AUTH-01')
    await session.controls.revokeApiKey(one.id)
    verify('AUTH-24', await api.send('listWorkspaces', { as: 'forged', headers })).isAccepted()
    verify('AUTH-24', await api.send('listWorkspaces', { judgesKey: true })).isAccepted()
  },
)
