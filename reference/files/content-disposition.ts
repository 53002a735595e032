import { create } from 'content-disposition'
import type { FaultSwitch } from '../faults/fault-switch.ts'
import type { Download } from './download-file.ts'

/** The header of an attachment: plain ASCII for old clients, and `filename*` where the name is more than that. */
export function dispositionOf(faults: FaultSwitch, { name, fileId }: Download): string | undefined {
  if (faults.active('download-without-disposition')) return undefined
  if (faults.active('download-opens-in-place')) return create(name, { type: 'inline' })
  if (faults.active('download-is-named-by-its-id')) return create(fileId)
  if (name.includes('"') && faults.active('quote-ends-the-name-in-the-header')) {
    return `attachment; filename="${asciiOnly(name)}"`
  }
  if (asciiOnly(name) !== name && faults.active('download-name-is-ascii-only')) return create(asciiOnly(name))
  return create(name)
}

function asciiOnly(name: string): string {
  return name.replaceAll(/[^\u0020-\u007e]/gu, '?')
}
