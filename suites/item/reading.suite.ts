import { idsOf, isRecord, pick, roleOf, scenario } from '#suite'

const write = ['write'] as const

scenario(
  'an item by id is what was created',
  { verifies: ['ITEM-05'], needs: write },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const read = await api.send('getItem', { path: { item_id: item.id } })
    verify('ITEM-05', read).hasStatus(200)
    const record = isRecord(read.json) ? read.json : {}
    verify('ITEM-05', read).that({
      claim: 'the item that was asked for is given',
      holds: String(record['id']).toLowerCase() === item.id.toLowerCase(),
      expected: item.id,
      received: String(record['id']),
    })
    // The record is not shown: names that it has in common with the creation are compared, not what may be spelled otherwise.
    const same = Object.entries(item.body).filter(
      ([name]) => ['name', 'readableId'].includes(roleOf([name]) ?? '') && typeof record[name] === 'string',
    )
    verify('ITEM-05', read).equals({
      claim: 'the item shows what it was created with',
      expected: same,
      received: same.map(([name]) => [name, record[name]]),
    })
  },
)

scenario(
  'an item by id has the description that its creation answered',
  { verifies: ['ITEM-05'], needs: write },
  async ({ api, given, verify }) => {
    const item = await given.item({ fields: { description: 'cast, then machined' } })
    const made = pick(item.exchange.json, ['description'])
    if (made['description'] !== 'cast, then machined')
      return given.untestable({ reason: 'blocked', blockedBy: ['ITEM-04'], cause: 'the creation does not show it' })
    const read = given.requireSuccess(await api.send('getItem', { path: { item_id: item.id } }), 'ITEM-05')
    verify('ITEM-05', read).equals({
      claim: 'the item by id shows what the creation answered',
      expected: made,
      received: pick(read.json, ['description']),
    })
  },
)

scenario(
  'an item that is listed is found by id',
  { verifies: ['ITEM-05'] },
  async ({ api, given, session, verify }) => {
    const place = { workspaceId: await given.workspace() }
    const listed = await api.send('listItems', { query: await session.dialect.listQuery('listItems', place) })
    const [id] = idsOf(given.requireSuccess(listed, 'ITEM-01'))
    if (id === undefined || id === '') return
    const read = await api.send('getItem', { path: { item_id: id } })
    // Somebody may delete it just now.
    if (read.status === 404 && session.configuration.mode === 'read-write') return
    verify('ITEM-05', read).hasStatus(200)
    verify('ITEM-05', read).that({
      claim: 'the item that was asked for is given',
      holds: isRecord(read.json) && String(read.json['id']).toLowerCase() === id,
      expected: id,
      received: isRecord(read.json) ? String(read.json['id']) : 'no item',
    })
  },
)
