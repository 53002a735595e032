import type { Deployment } from '../deployment.ts'
import type { Download } from './download-file.ts'

// RFC 9110, 8.3.1, without parameters.
const mediaType = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/iu

/** The stored type where it can stand in a header, the generic binary one otherwise. */
export function servedType({ faults, variants }: Deployment, { contentType, generated }: Download): string {
  if (!generated && faults.active('download-passes-for-html')) return 'text/html'
  if (!generated && variants.chosen('download-type-is-generic')) return 'application/octet-stream'
  return contentType !== null && mediaType.test(contentType) ? contentType : 'application/octet-stream'
}
