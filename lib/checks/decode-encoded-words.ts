/** The words of RFC 2047; spaces between two of them do not belong to the text. */
const encodedWord = /=\?([\w-]+)\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?[\w-]+\?[bq]\?))?/giu

/** A text of a header with its encoded words (RFC 2047) as they are meant; one in an unknown charset stays as it is. */
export function decodeEncodedWords(text: string): string {
  return text.replaceAll(encodedWord, (word, charset: string, encoding: string, content: string) => {
    const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : quotedBytes(content)
    try {
      return new TextDecoder(charset).decode(bytes)
    } catch {
      return word
    }
  })
}

function quotedBytes(content: string): Buffer {
  const text = content.replaceAll('_', ' ')
  return Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/giu, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16))),
    'latin1',
  )
}
