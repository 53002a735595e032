import { idsOf, propertyTypes, scenario } from '#suite'
import { isMarkedDeleted } from './is-marked-deleted.ts'

const needs = ['write'] as const
for (const type of propertyTypes)
  scenario(
    `a deleted ${type} property is no longer listed`,
    { verifies: ['PROP-34', 'PROP-37'], needs, causedBy: ['PROP-23'] },
    async ({ api, given, observe, verify }) => {
      const { id, item } = await given.property(type)
      const query = { limit: 100 }
      const path = { property_id: id }
      const before = given.requireSuccess(await given.listProperties(item.id, { query }), 'PROP-19')
      const answer = await api.send('deleteProperty', { path })
      verify('PROP-34', answer).isAccepted()
      const after = given.requireSuccess(await given.listProperties(item.id, { query }), 'PROP-19')
      if (idsOf(before).includes(id.toLowerCase()))
        verify('PROP-34', after).that({
          claim: 'the list leaves the deleted property out',
          holds: !idsOf(after).includes(id.toLowerCase()),
          expected: 'no such property',
          received: 'the property',
        })
      const read = await api.send('getProperty', { path })
      observe('PROP-37', 'a deleted property by id', isMarkedDeleted(read) ? '200, marked deleted' : read.status)
      const included = await given.listProperties(item.id, { query: { ...query, includeDeleted: true } })
      observe('PROP-37', 'a deleted property with includeDeleted', idsOf(included).includes(id.toLowerCase()))
    },
  )
