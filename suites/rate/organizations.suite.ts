import { rateStateOf, scenario, type Api, type Identity } from '#suite'
import { filledUpAgain, fillsUp } from './fills-up.ts'
import { type Kinds, pairsIn, sendInTurn } from './series.ts'

/** Each pair tells of one direction; a window may turn in between. */
const rounds = 6
const burst = 5

const readsAs = (api: Api, identity: Identity) => async () =>
  api.send('listWorkspaces', { query: { limit: 1 }, as: identity })

scenario(
  'the keys of an organization are counted together',
  { verifies: ['RATE-06'], needs: ['same-org-key|control:create-key'], causedBy: ['RATE-01'], serial: true },
  async ({ api, given, session, verify }) => {
    await session.ensureKey('same-organization')
    const kinds: Kinds = new Map([
      ['own', readsAs(api, 'own')],
      ['same-organization', readsAs(api, 'same-organization')],
    ])
    const pairs = pairsIn(await sendInTurn(kinds, rounds))
    for (const kind of kinds.keys()) {
      const ofKind = pairs.filter(({ after }) => after.kind === kind)
      if (ofKind.length < 2)
        given.untestable({
          reason: 'blocked',
          blockedBy: ['HDR-05', 'HDR-06'],
          cause: 'no two answers tell of one window',
        })
      if (!ofKind.some(({ lowered }) => lowered) && (await fillsUp({ api }))) given.untestable(filledUpAgain)
      verify('RATE-06', ofKind.at(-1)?.after.exchange).that({
        claim: 'a request with one key lowers what the other key has left',
        holds: ofKind.some(({ lowered }) => lowered),
        expected: 'one count for both keys',
        received: 'a count for each key',
      })
    }
  },
)

scenario(
  'another key of the organization is refused past the limit',
  {
    verifies: ['RATE-06'],
    needs: ['same-org-key|control:create-key', 'small-limit|control:set-rate-limit'],
    serial: true,
  },
  async ({ api, given, session, verify }) => {
    await session.ensureKey('same-organization')
    await given.underSmallLimit(async (small) => {
      const { refused } = await small.spend()
      const answer = await api.send('listWorkspaces', { as: 'same-organization', pace: false })
      const after = await api.send('listWorkspaces', { pace: false })
      if (refused?.status !== 429 || after.status !== 429) given.untestable(notSpent)
      verify('RATE-06', answer).hasStatus(429, 'each key may have a count of its own')
    })
  },
)

scenario(
  'what one organization sends does not lower what another has left',
  { verifies: ['RATE-07'], needs: ['second-key'], serial: true },
  async ({ api, given, session, verify }) => {
    await session.ensureKey('other-organization')
    const own = readsAs(api, 'own')
    const drops: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = rateStateOf(await own())
      for (let sent = 0; sent < burst; sent += 1) await readsAs(api, 'other-organization')()
      const after = rateStateOf(await own())
      if (before.resetAt === after.resetAt && before.remaining !== undefined && after.remaining !== undefined)
        drops.push(before.remaining - after.remaining)
    }
    if (drops.length === 0)
      given.untestable({
        reason: 'blocked',
        blockedBy: ['HDR-05', 'HDR-06'],
        cause: 'no two answers tell of one window',
      })
    const least = Math.min(...drops)
    verify('RATE-07', api.trail.at(-1)).that({
      claim: 'X-RateLimit-Remaining of one organization does not fall by the requests of another',
      holds: least <= burst,
      expected: '1 less after a request of its own',
      received: `${least} less after ${burst} requests of the other in between`,
    })
  },
)

scenario(
  'another organization is served past the limit of this one',
  { verifies: ['RATE-07'], needs: ['second-key', 'small-limit|control:set-rate-limit'], serial: true },
  async ({ api, given, session, verify }) => {
    await session.ensureKey('other-organization')
    await given.underSmallLimit(async (small) => {
      const before = await api.send('listWorkspaces', { as: 'other-organization', pace: false })
      const { refused } = await small.spend()
      if (refused?.status !== 429 || (rateStateOf(before).remaining ?? 0) === 0) given.untestable(notSpent)
      const answer = await api.send('listWorkspaces', { as: 'other-organization', pace: false })
      verify('RATE-07', answer).that({
        claim: 'an organization is not refused for what another has spent',
        holds: answer.status !== 429,
        expected: '200',
        received: '429',
      })
    })
  },
)

const notSpent = {
  reason: 'blocked',
  blockedBy: ['RATE-02'],
  cause: 'the limit could not be spent within one window',
} as const
