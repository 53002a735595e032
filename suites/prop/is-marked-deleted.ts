import type { Exchange } from '../../lib/client/exchange.ts'
import { isRecord } from '../../lib/contract/is-record.ts'

/** Whether an answer shows a record that is marked as deleted. */
export function isMarkedDeleted({ status, json }: Exchange): boolean {
  return status === 200 && isRecord(json) && json['deleted'] === true
}
