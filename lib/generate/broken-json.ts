export interface BrokenText {
  /** What is wrong, in stable words. */
  readonly label: string
  readonly text: string | Uint8Array
}

/** Texts that no parser accepts as JSON; each is the text of a valid object with one mistake before its end. */
export function brokenTexts(valid: string): readonly BrokenText[] {
  const inside = valid.slice(1, -1)
  return [
    { label: 'a truncated body', text: valid.slice(0, -1) },
    { label: 'a body truncated in a text', text: valid.slice(0, valid.lastIndexOf('"')) },
    { label: 'a trailing comma', text: `${valid.slice(0, -1)},}` },
    { label: 'doubled braces', text: `{${valid}}` },
    { label: 'a missing comma', text: `{"a":1 ${inside}}` },
    { label: 'a missing colon', text: `{"a" 1,${inside}}` },
    { label: 'a missing value', text: `{"a":,${inside}}` },
    { label: 'a stray word', text: `{"a":nothing,${inside}}` },
    { label: 'a body of form fields', text: 'name=a&readable_id=b' },
    { label: 'a body of XML', text: '<product><name>a</name></product>' },
  ]
}

/** Bodies that some parsers accept and others reject: invalid UTF-8, a byte order mark, and habits of JavaScript. */
export function doubtfulTexts(valid: unknown): readonly BrokenText[] {
  const text = JSON.stringify(valid)
  const bytes = Buffer.from(text)
  return [
    {
      label: 'bytes that are not UTF-8',
      text: Buffer.concat([bytes.subarray(0, -2), Buffer.from([0xff, 0xc0]), bytes.subarray(-2)]),
    },
    { label: 'a byte order mark', text: `\uFEFF${text}` },
    { label: 'UTF-16', text: Buffer.from(text, 'utf16le') },
    { label: 'text after the end', text: `${text}}}` },
    { label: 'a name twice', text: `${text.slice(0, -1)},${text.slice(1)}` },
    { label: 'a comment', text: `/* a comment */ ${text}` },
    { label: 'NaN', text: `{"a":NaN,${text.slice(1)}` },
    { label: 'nothing at all', text: '' },
    { label: 'spaces only', text: '   ' },
  ]
}
