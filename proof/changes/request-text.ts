/** A URL as it is meant; one that cannot be decoded stays as it was sent. */
export function decodedUrl(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** A body as text, none for bytes and for what nests deeper than calls can. */
export function bodyText(body: unknown): string {
  try {
    return Buffer.isBuffer(body) || body === undefined ? '' : JSON.stringify(body)
  } catch {
    return ''
  }
}
