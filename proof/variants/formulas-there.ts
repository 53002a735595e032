import type { Change } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { prepares } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import { seedProperty } from '../../reference/seed/insert/properties.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { formulaResult } from '../../reference/service/formulas/formula-result.ts'
import type { Store } from '../../reference/service/store/store.ts'
import { defineVariants } from './variant.ts'

const key = 'result of the formula that is there'

interface Measured {
  readonly value: number
  readonly unit: string
}

interface FormulaThere {
  readonly one: Measured
  readonly two: Measured
  readonly expression: (one: string, two: string) => string
  readonly shown: string | number
}

/** They have no formulas to begin with. */
const ofOtherContents = ['nothing-is-there-yet', 'only-edge-case-data-is-there'] as const

/** Lawful differences in the one formula that is there from the start, and in how its result is written. */
export const formulaThereVariants = defineVariants({
  'a-difference-of-temperatures-is-in-kelvin': {
    title: 'shows the difference of 30 degC and 20 degC as 10 K',
    latitude: 'a difference of temperatures is not a temperature',
    touches: ['PROP-14'],
    without: ofOtherContents,
    changes: formulaThere({
      one: { value: 30, unit: 'degC' },
      two: { value: 20, unit: 'degC' },
      expression: (one, two) => `${one} - ${two}`,
      shown: '10 K',
    }),
  },
  'a-sum-of-temperatures-is-in-celsius': {
    title: 'shows the sum of 30 °C and 20 °C as 50 °C',
    latitude: 'the second temperature may be a difference',
    touches: ['PROP-14'],
    without: ofOtherContents,
    changes: formulaThere({
      one: { value: 30, unit: '°C' },
      two: { value: 20, unit: '°C' },
      expression: (one, two) => `${one} + ${two}`,
      shown: '50 °C',
    }),
  },
  'a-ratio-of-lengths-keeps-its-units': {
    title: 'shows 7 mm in 2 m as 3.5 mm/m',
    latitude: 'the contract does not say whether a ratio is reduced',
    touches: ['PROP-14'],
    without: ofOtherContents,
    changes: formulaThere({
      one: { value: 7, unit: 'mm' },
      two: { value: 2, unit: 'm' },
      expression: (one, two) => `${one} / ${two}`,
      shown: '3.5 mm/m',
    }),
  },
  'a-ratio-of-lengths-is-in-percent': {
    title: 'shows 7 mm in 2 m as 0,35 %',
    latitude: 'the contract does not say whether a ratio is in percent',
    touches: ['PROP-14'],
    without: ofOtherContents,
    changes: formulaThere({
      one: { value: 7, unit: 'mm' },
      two: { value: 2, unit: 'm' },
      expression: (one, two) => `${one} / ${two}`,
      shown: '0,35 %',
    }),
  },
  'a-product-has-digits-in-groups': {
    title: 'shows 1500 mm times 2000 mm as 3,000,000 mm²',
    latitude: 'the contract does not say how a formula writes its number',
    touches: ['PROP-14'],
    without: ofOtherContents,
    changes: formulaThere({
      one: { value: 1500, unit: 'mm' },
      two: { value: 2000, unit: 'mm' },
      expression: (one, two) => `${one} * ${two}`,
      shown: '3,000,000 mm²',
    }),
  },
  'a-rate-has-a-unit-of-its-own': {
    title: 'shows 1200 pcs in 8 h as 150 pcs/h',
    latitude: 'the contract does not say which units there are',
    touches: ['PROP-14'],
    without: ofOtherContents,
    changes: formulaThere({
      one: { value: 1200, unit: 'pcs' },
      two: { value: 8, unit: 'h' },
      expression: (one, two) => `${one} / ${two}`,
      shown: '150 pcs/h',
    }),
  },
})

/** There is one such formula, and an organization that has any. */
/** Puts the formula in the place of all others, and shows its result as said. */
function formulaThere(formula: FormulaThere): readonly Change[] {
  return [
    prepares((store, deployment) => remember(deployment, key, putFormula(store, deployment, formula))),
    replace(formulaResult, (sound) => (deployment, asked) => {
      const isIt = recall<string>(deployment, key)?.value === asked.id
      return isIt ? formula.shown : sound(deployment, asked)
    }),
  ]
}

function putFormula(store: Store, { organizations: { own } }: Deployment, formula: FormulaThere): string {
  const ofOwn = `SELECT items.id FROM items JOIN products ON products.id = items.product_id
    JOIN workspaces ON workspaces.id = products.workspace_id WHERE workspaces.organization_id = ?`
  store.run(`DELETE FROM properties WHERE type = 'formula' AND item_id IN (${ofOwn})`, own)
  const item = store.get<{ id: string; created_by: string }>(
    `SELECT id, created_by FROM items WHERE id IN (${ofOwn}) ORDER BY sequence LIMIT 1`,
    own,
  )
  if (item === undefined) return ''
  const at = { itemId: item.id, userId: item.created_by }
  const ids = [formula.one, formula.two].map(({ value, unit }, index) =>
    seedProperty(store, {
      ...at,
      readable_id: `source_${index}`,
      name: `Source ${index}`,
      type: 'numeric',
      value,
      category: 'Measured',
      display_unit: unit,
    }),
  )
  const [one = '', two = ''] = ids.map((id) => `@{${id}}`)
  const expression = formula.expression(one, two)
  return seedProperty(store, { ...at, readable_id: 'result', name: 'Result', type: 'formula', expression })
}
