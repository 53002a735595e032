import { isRecord, type Exchange } from '#suite'

/** Whether an answer shows a record that is marked as deleted. */
export function isMarkedDeleted({ status, json }: Exchange): boolean {
  return status === 200 && isRecord(json) && json['deleted'] === true
}
