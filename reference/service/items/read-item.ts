import type { Deployment } from '../deployment.ts'
import { disfigureItemById } from './disfigure-item.ts'
import { findItem, type ItemQuestion, itemRow } from './find-item.ts'
import { showItem } from './item.ts'

/** An item by id as clients see it. */
export function readItem(deployment: Deployment, question: ItemQuestion): object {
  const { faults } = deployment
  const row = itemRow(deployment, question.id)
  const isForeign = row !== undefined && row.organization_id !== question.caller.organizationId
  if (isForeign && faults.active('foreign-item-is-shown')) return showItem(deployment, row)
  return disfigureItemById(faults, showItem(deployment, findItem(deployment, question)))
}
