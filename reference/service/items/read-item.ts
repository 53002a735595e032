import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { findItem, type ItemQuestion } from './find-item.ts'
import { type Item, showItem } from './item.ts'

/** An item by id as clients see it. */
export const readItem = rule((deployment: Deployment, question: ItemQuestion): Item =>
  showItem(deployment, findItem(deployment, question)),
)
