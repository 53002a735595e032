import type { MultipartFile } from '@fastify/multipart'
import type { Deployment } from '../deployment.ts'
import { invalidRequest, ServiceError, validationError } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import type { FileRequest } from './find-file.ts'

/** What an upload brings. */
export interface UploadForm {
  readonly content: Buffer
  readonly name: string
  readonly contentType: string
  readonly userTitle: string | undefined
  readonly allowDuplicate: boolean
}

export interface FilePart extends Pick<UploadForm, 'content' | 'name' | 'contentType'> {
  /** More was sent than may be stored; `content` is the beginning. */
  readonly tooLarge: boolean
}

/** A form that was read and not judged yet. */
export interface FormParts {
  readonly file: FilePart | undefined
  readonly texts: ReadonlyMap<string, string>
}

/** Reads the form of an upload and judges it: 400 without a file of a lawful size, 422 if a field is not valid. */
export const readUploadForm = rule(async (deployment: Deployment, request: FileRequest): Promise<UploadForm> => {
  const parts = await readParts(deployment, request)
  const { content, name, contentType } = requireFile(deployment, parts)
  return {
    content,
    name,
    contentType,
    userTitle: readTitle(deployment, parts.texts),
    allowDuplicate: allowDuplicateOf(deployment, parts.texts.get('allow_duplicate')),
  }
})

/** Reads the form to its end, but keeps no more of a file than may be stored. */
export const readParts = rule(async (deployment: Deployment, request: FileRequest): Promise<FormParts> => {
  if (!request.isMultipart()) throw invalidRequest('the body is not multipart form data')
  const limits = { fileSize: deployment.maxUploadBytes, fieldSize: 65_536, parts: 64, headerPairs: 64 }
  const texts = new Map<string, string>()
  let file: FilePart | undefined
  try {
    for await (const part of request.parts({ limits, preservePath: true })) {
      if (part.type === 'field') texts.set(part.fieldname, String(part.value))
      else if (part.fieldname === 'file' && file === undefined) file = await readPart(deployment, part)
      else part.file.resume()
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw invalidRequest('the form cannot be read')
  }
  return { file, texts }
})

async function readPart(deployment: Deployment, { file, filename, mimetype }: MultipartFile): Promise<FilePart> {
  const chunks: Buffer[] = []
  for await (const chunk of file) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return {
    content: Buffer.concat(chunks),
    name: cleanFileName(deployment, filename),
    contentType: mimetype,
    tooLarge: file.truncated,
  }
}

/** The file of the form; 400 if there is none, or an empty one, or one above the limit. */
export const requireFile = rule(({ maxUploadBytes }: Deployment, { file }: FormParts): FilePart => {
  if (file === undefined) throw invalidRequest('file is missing')
  if (file.content.length === 0) throw invalidRequest('file is empty')
  if (file.tooLarge) throw invalidRequest(`file is larger than ${maxUploadBytes} bytes`, 'file_too_large')
  return file
})

/** The title that is sent with a file; a field left empty counts as left out. */
export const readTitle = rule((_: Deployment, texts: FormParts['texts']): string | undefined => {
  const title = texts.get('userTitle')
  return title === '' ? undefined : title
})

/** Whether a duplicate is wanted; 422 if the text is neither `true` nor `false`. */
export const allowDuplicateOf = rule((_: Deployment, text: string | undefined): boolean => {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  throw validationError({ loc: ['body', 'allow_duplicate'], msg: 'is neither true nor false', type: 'bool_parsing' })
})

/** Longer names would not fit a download's header, nor most file systems. */
const maxCharacters = 255

/** The last part of a sent name, without control characters; a name of which nothing is left becomes `unnamed`. */
export const cleanFileName = rule((deployment: Deployment, sent: string): string => {
  // Browsers write these three of all characters as escapes, and nothing else.
  const decoded = sent.replaceAll(/%(?:22|0A|0D)/giu, (escape) => decodeURIComponent(escape))
  const printable = withoutDirectories(deployment, decoded)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')
  const short = Array.from(printable).slice(0, maxCharacters).join('')
  return /^[. ]*$/u.test(short) ? 'unnamed' : short
})

/** Where the file was on the client's disk is nobody's concern. */
export const withoutDirectories = rule((_: Deployment, name: string): string => name.split(/[\\/]/u).at(-1) ?? '')
