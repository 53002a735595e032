/** One field of a multipart body. */
export interface Part {
  readonly name: string
  /** Only a file has one. */
  readonly filename?: string
  readonly type?: string
  readonly content: Buffer
}

/** The parts of a multipart body; `undefined` if it is none. */
export function readFormData(body: Buffer, contentType: string, encoding: BufferEncoding = 'utf8'): Part[] | undefined {
  const boundary = /^multipart\/form-data\s*;.*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  if (!boundary) return undefined
  const mark = `--${boundary[1] ?? boundary[2]}`
  const parts: Part[] = []
  let start = body.indexOf(mark)
  while (start !== -1) {
    const from = start + mark.length + 2
    const end = body.indexOf(`\r\n${mark}`, from - 2)
    if (end === -1) break
    const part = readPart(body.subarray(from, end), encoding)
    if (part) parts.push(part)
    start = end + 2
  }
  return parts
}

function readPart(raw: Buffer, encoding: BufferEncoding): Part | undefined {
  const gap = raw.indexOf('\r\n\r\n')
  if (gap === -1) return undefined
  const head = raw.subarray(0, gap).toString(encoding)
  const name = valueOf('name', head)
  const filename = valueOf('filename', head)
  const type = /content-type:[ \t]*([^\r\n]+)/i.exec(head)?.[1]?.trim()
  if (name === undefined) return undefined
  return {
    name,
    content: raw.subarray(gap + 4),
    ...(filename === undefined ? {} : { filename }),
    ...(type === undefined ? {} : { type }),
  }
}

/** A parameter of a part's header, quoted or a token. */
function valueOf(parameter: string, head: string): string | undefined {
  const [, quoted, token] = new RegExp(`[; ]${parameter}=(?:"([^"]*)"|([^\\s";]+))`, 'i').exec(head) ?? []
  return quoted ?? token
}
