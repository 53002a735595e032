import { traffic } from '#suite'
import { changeSource, formulaIn, numericProperty, readFormula } from './formula-results.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { expressionField } from '../shared/value-field.ts'

const purpose = 'formulas without a result'

traffic(
  'a formula whose divisor becomes zero causes no server error',
  { judged: ['ERR-15'], needs: ['write'] },
  async (context) => {
    const { given } = context
    const item = await sharedItem(context, purpose)
    const source = await numericProperty(given, item, 7)
    const { id } = await formulaIn(given, item, `@{${source.id}} / @{${source.id}}`)
    await changeSource(context, source, { value: 0 })
    await readFormula(context, id)
    await given.listProperties(item.id)
  },
)

traffic(
  'formulas that refer to each other cause no server error',
  { judged: ['ERR-15'], needs: ['write'] },
  async (context) => {
    const { api, given } = context
    const item = await sharedItem(context, purpose)
    const source = await numericProperty(given, item, 7)
    const { id, body } = await formulaIn(given, item, `@{${source.id}} * 2`)
    const other = await formulaIn(given, item, `@{${id}} * 2`)
    const json = { [expressionField(body)]: `@{${other.id}} * 2` }
    await api.send('updateProperty', {
      path: { property_id: id },
      json,
      broken: 'a formula that refers back to itself',
    })
    await readFormula(context, other.id)
    await given.listProperties(item.id)
  },
)
