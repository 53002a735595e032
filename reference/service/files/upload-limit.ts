import type { Deployment } from '../deployment.ts'

/** The largest size in bytes that is taken. */
export function uploadLimit({ maxUploadBytes, faults }: Deployment): number {
  if (faults.active('upload-limit-is-generous')) return maxUploadBytes + 1024
  if (faults.active('upload-limit-is-exclusive')) return maxUploadBytes - 1
  return maxUploadBytes
}
