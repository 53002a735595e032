import { isRecord, type Exchange } from '#suite'

/** Whether an answer shows a record that is marked as deleted. */
export function isMarkedDeleted({ status, json }: Exchange): boolean {
  return status === 200 && isRecord(json) && json['deleted'] === true
}

/** Whether an item or a property that was deleted is so no more. lawful: 410 says of what is unknown that it was there */
export function isGone(read: Exchange): boolean {
  return isUnknown(read) || isMarkedDeleted(read)
}

/** Whether an item or a property is unknown, or has been there once. */
export function isUnknown({ status }: Pick<Exchange, 'status'>): boolean {
  return status === 404 || status === 410
}

/** How something that was deleted is answered by id, for observations. */
export function deletedAs(read: Exchange): string | number {
  return isMarkedDeleted(read) ? '200, marked deleted' : read.status
}
