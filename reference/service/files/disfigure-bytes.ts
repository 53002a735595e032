import type { FaultSwitch } from '../../faults/fault-switch.ts'
import type { SnapshotQuestion } from './snapshot-question.ts'

const megabyte = 1024 * 1024

/** The bytes of a standard file as the chosen faults would send them. */
export function disfigureBytes(faults: FaultSwitch, bytes: Buffer, asked: SnapshotQuestion | undefined): Buffer {
  if (bytes.length > megabyte && faults.active('download-stops-at-a-megabyte')) return bytes.subarray(0, megabyte)
  const most = 2.5 * megabyte
  if (bytes.length > most && faults.active('download-stops-at-two-and-a-half-megabytes')) return bytes.subarray(0, most)
  const mended = bytes.toString('latin1').replaceAll('\r\n', '\n')
  const isText = /^[\t\n\r\u0020-\u00ff]*$/u.test(mended) && mended.length !== bytes.length
  if (isText && faults.active('line-ends-of-texts-are-evened-out')) return Buffer.from(mended, 'latin1')
  if (asked === undefined) {
    return faults.active('download-passes-through-text') ? Buffer.from(bytes.toString('utf8')) : bytes
  }
  return !asked.isBaseline && faults.active('numbered-snapshot-is-cut') ? bytes.subarray(0, -1) : bytes
}
