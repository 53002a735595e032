import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { invalidRequest, ServiceError, validationError } from '../http/service-error.ts'
import { cleanFileName } from './clean-file-name.ts'

/** What an upload brings. */
export interface UploadForm {
  readonly content: Buffer
  readonly name: string
  readonly contentType: string
  readonly userTitle: string | undefined
  readonly allowDuplicate: boolean
}

interface Part {
  readonly content: Buffer
  readonly name: string
  readonly contentType: string
  readonly tooLarge: boolean
}

interface Parts {
  file: Part | undefined
  readonly texts: Map<string, string>
}

/** Reads the form to its end, but keeps no more of a file than may be stored. */
export async function readUploadForm(deployment: Deployment, request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw invalidRequest('the body is not multipart form data')
  const { file, texts } = await readParts(deployment, request)
  if (file === undefined) throw invalidRequest('file is missing')
  if (file.content.length === 0) throw invalidRequest('file is empty')
  if (file.tooLarge) throw invalidRequest(`file is larger than ${deployment.maxUploadBytes} bytes`, 'file_too_large')
  const userTitle = texts.get('userTitle')
  return {
    content: file.content,
    name: file.name,
    contentType: file.contentType,
    userTitle: userTitle === '' ? undefined : userTitle,
    allowDuplicate: allowDuplicateOf(texts.get('allow_duplicate')),
  }
}

async function readParts(deployment: Deployment, request: FastifyRequest): Promise<Parts> {
  const parts: Parts = { file: undefined, texts: new Map() }
  const limits = { fileSize: deployment.maxUploadBytes, fieldSize: 65_536, parts: 64, headerPairs: 64 }
  try {
    for await (const part of request.parts({ limits, preservePath: true })) {
      if (part.type === 'field') parts.texts.set(part.fieldname, String(part.value))
      else if (part.fieldname === 'file' && parts.file === undefined) parts.file = await readFilePart(part)
      else part.file.resume()
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw invalidRequest('the form cannot be read')
  }
  return parts
}

async function readFilePart({ file, filename, mimetype }: MultipartFile): Promise<Part> {
  const chunks: Buffer[] = []
  for await (const chunk of file) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return {
    content: Buffer.concat(chunks),
    name: cleanFileName(filename),
    contentType: mimetype,
    tooLarge: file.truncated,
  }
}

function allowDuplicateOf(text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  throw validationError({ loc: ['body', 'allow_duplicate'], msg: 'is neither true nor false', type: 'bool_parsing' })
}
