import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { conflict } from '../../reference/service/http/service-error.ts'
import type { PropertyRow } from '../../reference/service/properties/property.ts'
import type { PropertyUpdate } from '../../reference/service/properties/property-body.ts'
import { changeProperty } from '../../reference/service/properties/update-property.ts'
import { defineVariants } from './variant.ts'

const statuses = ['Draft', 'Under Review', 'Done']

/** Lawful differences in which moves of a status property are accepted. */
export const statusMoveVariants = defineVariants({
  'statuses-move-one-step-at-a-time': {
    title: 'returns 409 for a status that goes back or skips a step',
    latitude: 'the contract does not define the transitions of status values',
    touches: ['PROP-31', 'PROP-18'],
    changes: [
      refusedChanges((before, { value }) => {
        const from = statuses.indexOf(String(JSON.parse(before.value ?? 'null')))
        const to = statuses.indexOf(String(value))
        return value !== undefined && to >= 0 && to !== from && to !== from + 1
      }),
    ],
  },
  'what-is-done-stays-as-it-is': {
    title: 'returns 409 for any update of a status property with the value Done',
    latitude: 'the contract does not define the transitions of status values',
    touches: ['PROP-32', 'PROP-33'],
    changes: [refusedChanges((before) => before.value === '"Done"')],
  },
})

function refusedChanges(refuses: (before: PropertyRow, body: PropertyUpdate) => boolean): RuleChange {
  return replace(changeProperty, (sound) => (deployment, before, body) => {
    if (before.type === 'status' && refuses(before, body)) throw conflict('status_transition', 'no such move')
    sound(deployment, before, body)
  })
}
