import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import { invalidRequest, ServiceError, validationError } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import { cleanFileName } from './clean-file-name.ts'
import { uploadLimit } from './upload-limit.ts'

/** What an upload brings. */
export interface UploadForm {
  /** Thrown when the file has been stored, where a fault judges it too late. */
  readonly refusal?: ServiceError
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

function takesEmptyFile(faults: FaultSwitch, texts: ReadonlyMap<string, string>): boolean {
  const isTitled = (texts.get('userTitle') ?? '') !== ''
  return faults.active('empty-file-is-taken') || (isTitled && faults.active('empty-file-with-a-title-is-taken'))
}

/** Reads the form to its end, but keeps no more of a file than may be stored. */
export async function readUploadForm(deployment: Deployment, request: FastifyRequest): Promise<UploadForm> {
  const { faults } = deployment
  const { file, texts } = await readParts(deployment, request)
  if (file === undefined) throw missingFile(faults)
  if (file.content.length === 0 && !takesEmptyFile(faults, texts)) throw invalidRequest('file is empty')
  if (file.tooLarge && !faults.active('too-large-file-is-kept')) throw tooLarge(deployment)
  return {
    ...(file.tooLarge ? { refusal: tooLarge(deployment) } : {}),
    content: file.content,
    name: file.name,
    contentType: file.contentType,
    userTitle: titleOf(faults, texts),
    allowDuplicate: allowDuplicateOf(deployment, texts.get('allow_duplicate')),
  }
}

async function readParts(deployment: Deployment, request: FastifyRequest): Promise<Parts> {
  const parts: Parts = { file: undefined, texts: new Map() }
  if (!request.isMultipart()) {
    if (request.body === undefined || !deployment.faults.active('json-passes-for-a-file')) {
      throw invalidRequest('the body is not multipart form data')
    }
    return { ...parts, file: partOfJson(request.body) }
  }
  const limits = { fileSize: uploadLimit(deployment), fieldSize: 65_536, parts: 64, headerPairs: 64 }
  try {
    for await (const part of request.parts({ limits, preservePath: true })) {
      if (part.type === 'field') parts.texts.set(part.fieldname, String(part.value))
      else if (part.fieldname === 'file' && parts.file === undefined) parts.file = await readPart(deployment, part)
      else part.file.resume()
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw invalidRequest('the form cannot be read')
  }
  return parts
}

async function readPart(deployment: Deployment, { file, filename, mimetype }: MultipartFile): Promise<Part> {
  const chunks: Buffer[] = []
  for await (const chunk of file) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return {
    content: Buffer.concat(chunks),
    name: cleanFileName(deployment, filename),
    contentType: mimetype,
    tooLarge: file.truncated,
  }
}

function partOfJson(body: unknown): Part {
  return {
    content: Buffer.from(JSON.stringify(body)),
    name: 'body.json',
    contentType: 'application/json',
    tooLarge: false,
  }
}

function missingFile(faults: FaultSwitch): ServiceError {
  if (faults.active('missing-file-is-a-validation-error')) {
    return validationError({ loc: ['body', 'file'], msg: 'is missing', type: 'missing' })
  }
  return invalidRequest('file is missing')
}

function tooLarge({ faults, maxUploadBytes }: Deployment): ServiceError {
  if (faults.active('too-large-file-is-413')) {
    return new ServiceError({ status: 413, code: 'payload_too_large', message: 'the body is too large' })
  }
  return invalidRequest(`file is larger than ${maxUploadBytes} bytes`, 'file_too_large')
}

/** A field left empty counts as left out. */
function titleOf(faults: FaultSwitch, texts: ReadonlyMap<string, string>): string | undefined {
  const legacy = texts.get('title')
  if (legacy !== undefined && faults.active('title-still-names-an-upload')) return legacy
  const title = texts.get('userTitle')
  if (title === undefined || title === '' || faults.active('title-of-an-upload-is-ignored')) return undefined
  if (title === '0' && faults.active('upload-title-of-zero-is-ignored')) return undefined
  if (title.length > 100 && faults.active('title-of-an-upload-cut-at-a-hundred')) return title.slice(0, 100)
  return title
}

/** Reads the form field `allow_duplicate`. */
export const allowDuplicateOf = rule(({ faults }: Deployment, text: string | undefined): boolean => {
  if (text === undefined) return false
  if (text === 'false') return faults.active('any-allow-duplicate-allows')
  if (text === 'true') return !faults.active('duplicate-is-never-allowed')
  if (faults.active('strange-allow-duplicate-is-true')) return true
  if (faults.active('strange-allow-duplicate-is-false')) return false
  throw validationError({ loc: ['body', 'allow_duplicate'], msg: 'is neither true nor false', type: 'bool_parsing' })
})
