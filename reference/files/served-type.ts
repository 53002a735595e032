// RFC 9110, 8.3.1, without parameters.
const mediaType = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/iu

/** The stored type where it can stand in a header, the generic binary one otherwise. */
export function servedType(contentType: string | null): string {
  return contentType !== null && mediaType.test(contentType) ? contentType : 'application/octet-stream'
}
