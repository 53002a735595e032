import { create } from 'content-disposition'
import type { Deployment } from '../deployment.ts'
import type { Download } from './download-file.ts'

/** The header of an attachment: plain ASCII for old clients, and `filename*` where the name is more than that. */
export function dispositionOf({ faults, variants }: Deployment, { name, fileId }: Download): string | undefined {
  if (faults.active('download-without-disposition')) return undefined
  if (faults.active('download-opens-in-place')) return create(name, { type: 'inline' })
  if (faults.active('download-is-named-by-its-id')) return create(fileId)
  if (name.includes('"') && faults.active('quote-ends-the-name-in-the-header')) {
    return `attachment; filename="${asciiOnly(name)}"`
  }
  if (asciiOnly(name) !== name && faults.active('download-name-is-ascii-only')) return create(asciiOnly(name))
  if (variants.chosen('download-names-no-file')) return 'attachment'
  if (/^[\w.-]+$/u.test(name) && variants.chosen('download-name-is-unquoted')) return `attachment; filename=${name}`
  if (/[^\w.-]/u.test(name) && variants.chosen('download-name-keeps-its-slashes')) {
    return `attachment; filename*=utf-8''${encodeURIComponent(name).replaceAll('%2F', '/')}`
  }
  if (variants.chosen('download-name-is-raw-utf8')) return `attachment; filename="${inBytes(name)}"`
  return create(name)
}

function asciiOnly(name: string): string {
  return name.replaceAll(/[^\u0020-\u007e]/gu, '?')
}

/** A header is written byte by byte: each character stands for one byte of the UTF-8 form. */
function inBytes(name: string): string {
  return Buffer.from(name.replaceAll(/["\\]/gu, String.raw`\$&`), 'utf8').toString('latin1')
}
