import { answersOf, withEntries } from '../changes/answers.ts'
import type { AnswerChange, RequestChange, Sent } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import { without } from '../changes/without.ts'
import { evaluateExpression } from '../../reference/service/formulas/compute-formula.ts'
import { quantityOf as quantityIn } from '../../reference/service/formulas/quantity.ts'
import { createProperties } from '../../reference/service/properties/create-property.ts'
import { defineFaults } from './fault.ts'

const one = '/properties/:property_id'
const everywhere = ['GET /properties', 'POST /properties', `GET ${one}`, `PATCH ${one}`]

/** Faults in what a property keeps of what it is given: units, categories, expressions. */
export const propertyContentFaults = defineFaults({
  'unit-is-cleared-by-null': {
    title: 'clears the unit of a number if null is sent',
    breaks: ['PROP-12'],
    changes: [forgetsNull('display_unit'), shownWithout('display_unit')],
  },
  'category-is-cleared-by-null': {
    title: 'clears the category of a number if null is sent',
    breaks: ['PROP-12'],
    changes: [forgetsNull('category'), shownWithout('category')],
  },
  'number-created-without-a-unit-has-none': {
    title: 'accepts a number without a unit and returns none',
    breaks: ['PROP-12'],
    changes: [
      requestsOf(['POST /properties'], (sent, deployment) =>
        withBody(sent, (body) => {
          if (body['type'] !== 'numeric' || 'display_unit' in body) return body
          remember(deployment, `no display_unit ${String(body['name'])}`, true)
          return { ...body, category: 'Length', display_unit: 'mm' }
        }),
      ),
      answersOf({ routes: everywhere }, (answer, deployment) =>
        withEntries(answer, (property) =>
          recall(deployment, `no display_unit ${String(property['name'])}`)
            ? without(property, 'display_unit')
            : property,
        ),
      ),
    ],
  },
  'formula-keeps-a-category-that-is-given': {
    title: 'returns a category for a formula that was updated with one',
    breaks: ['PROP-13'],
    changes: [
      requestsOf([`PATCH ${one}`], (sent, deployment) =>
        withBody(sent, (body) => {
          if (typeof body['category'] === 'string') remember(deployment, `category ${idOf(sent)}`, body['category'])
          return body
        }),
      ),
      answersOf({ routes: everywhere }, (answer, deployment) =>
        withEntries(answer, (property) => {
          const kept = recall(deployment, `category ${String(property['id'])}`)
          return property['type'] === 'formula' && kept ? { ...property, category: kept.value } : property
        }),
      ),
    ],
  },
  'units-of-sources-are-passed-over': {
    title: 'treats all sources of a formula as values in the unit of the first: 7 mm and 2 cm are 9 mm',
    breaks: ['PROP-14'],
    changes: [
      replace(evaluateExpression, (sound) => (deployment, expression, quantityOf) => {
        const units: string[] = []
        return sound(deployment, expression, (id) => {
          const quantity = quantityOf(id)
          if (quantity === undefined || typeof quantity === 'number') return quantity
          units.push(quantity.formatUnits())
          return quantityIn(quantity.toNumber(quantity.formatUnits()), units[0] ?? '-')
        })
      }),
    ],
  },
  'formulas-in-bulk-are-texts': {
    title: 'creates formulas as texts in bulk',
    breaks: ['BULK-02'],
    changes: [
      replace(
        createProperties,
        (sound) => (deployment, body, caller) =>
          sound(
            deployment,
            {
              ...body,
              properties: body.properties.map((sent) =>
                sent.type === 'formula' ? { name: sent.name, type: 'text', value: String(sent.expression) } : sent,
              ),
            },
            caller,
          ),
      ),
    ],
  },
})

type Unit = 'display_unit' | 'category'

/** Null for a field is accepted, and remembered. */
function forgetsNull(field: Unit): RequestChange {
  return requestsOf([`PATCH ${one}`], (sent, deployment) =>
    withBody(sent, (body) => {
      if (body[field] !== null) return body
      remember(deployment, `no ${field} ${idOf(sent)}`, true)
      return without(body, field)
    }),
  )
}

/** What is remembered to have no such field is shown without it. */
function shownWithout(field: Unit): AnswerChange {
  return answersOf({ routes: everywhere }, (answer, deployment) =>
    withEntries(answer, (property) =>
      recall(deployment, `no ${field} ${String(property['id'])}`) ? without(property, field) : property,
    ),
  )
}

function idOf({ request }: Sent): string {
  return new URL(request.url, 'http://localhost').pathname.split('/').at(-1) ?? ''
}
