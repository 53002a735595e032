import { create } from 'content-disposition'

/** The header of an attachment: plain ASCII for old clients, and `filename*` where the name is more than that. */
export function dispositionOf(name: string): string {
  return create(name)
}
