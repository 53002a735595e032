import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import type { Download } from './download-file.ts'

// RFC 9110, 8.3.1, without parameters.
const mediaType = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/iu

/** The stored type if it can stand in a header, the generic binary one otherwise. */
export const servedType = rule((_: Deployment, { contentType }: Download): string =>
  contentType !== null && mediaType.test(contentType) ? contentType : 'application/octet-stream',
)
