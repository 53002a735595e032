import { errorCodeOf } from '../../checks/error-body.ts'
import { UntestedError } from '../../checks/errors.ts'
import { succeeded, type Exchange, type Identity } from '../../client/exchange.ts'
import type { FilePart, FormPart } from '../../client/multipart.ts'
import { contentOf, fileKinds } from '../../generate/file-content.ts'
import type { Api, RawRequest } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import type { Items } from './items.ts'
import { hadRoom, mayBeFull, noteRoom } from './room.ts'
import { requireRoom, type Makers } from './require-room.ts'
import { requireSuccess } from './require-success.ts'
import { textField } from './read-answer.ts'
import { randomInt } from 'node:crypto'

/** What an upload sends. */
export interface UploadOptions {
  /** The bytes, or a function that creates some of a size that no other upload of this session has. */
  readonly bytes?: Uint8Array | ((size: number) => Uint8Array)
  readonly filename?: string
  readonly contentType?: string
  readonly userTitle?: string
  readonly allowDuplicate?: string
  readonly as?: Identity
  readonly broken?: string
  /** To a place of another organization, if 403 is expected. */
  readonly isForeign?: boolean
}

export interface MadeFile {
  readonly id: string
  readonly targetId: string
  readonly part: FilePart
  /** The upload, answered with 201. */
  readonly exchange: Exchange
}

type FormRequest = Pick<RawRequest, 'as' | 'broken' | 'contentType' | 'headers' | 'spelling'> &
  Pick<UploadOptions, 'isForeign'>

export interface Files {
  /** A size that no other upload of this session has. */
  freshSize(): number
  /** Bytes of the default kind of upload. */
  fileBytes(size: number): Uint8Array
  /** A file part with a size that no other upload of this session has, because size and type define a duplicate. */
  filePart(options?: UploadOptions): FilePart
  /** Sends one upload as described, and returns any answer. */
  sendUpload(targetId: string, options?: UploadOptions): Promise<Exchange>
  /** Sends a form with its parts in the given order, and returns any answer. */
  sendForm(targetId: string, form: readonly FormPart[], request?: FormRequest): Promise<Exchange>
  /** A file of this run on an item or property. Blocked by UP-01 if the target rejects it. */
  file(targetId: string, options?: UploadOptions): Promise<MadeFile>
}

/** The types that a service with a list of allowed types most likely allows, and that are recognized by their first bytes. */
const usualKind = fileKinds[4]
/** Files of other users may have the drawn size: other sizes are tried. */
const sizesTried = 5
/** The number of halvings from the largest size to the smallest limit, with some reserve. */
const limitsTried = 8

/** The size of a file above an undeclared limit, which is lawful if it is below what the run sends. */
function sizeBeyondUntold(session: Session, upload: Exchange, form: readonly FormPart[]): number | undefined {
  if (errorCodeOf(upload) !== 'file_too_large') return undefined
  if (session.configuration.targetFile.limits?.maxUploadBytes !== undefined) return undefined
  const size = Math.max(0, ...form.map((part) => ('bytes' in part ? part.bytes.length : 0)))
  return isUsualSize(size) ? size : undefined
}

function beyondLimit(size: number): UntestedError {
  const cause = `the target rejected an upload of ${size} bytes as file_too_large`
  return new UntestedError({ reason: 'missing-fixture', needs: 'max-upload-bytes', cause })
}

const fileBytes: Files['fileBytes'] = (size) => contentOf(usualKind, size)

/** Sends a form to a place. Untested if the place, or its product or workspace, accepts no more files. */
function formSender({ api, session, items }: Makers, filePart: Files['filePart']): Files['sendForm'] {
  return async (targetId, form, { isForeign = false, ...request } = {}) => {
    const sendTo = (id: string): Promise<Exchange> =>
      api.send('uploadFile', { ...request, path: { target_id: id }, form })
    const exchange = await sendTo(targetId)
    const as = request.as ?? 'own'
    const place = `${as}: files`
    if (succeeded(exchange)) for (const at of [place, `files of ${targetId}`]) noteRoom(session, at)
    const sendPlain = (id: string): Promise<Exchange> =>
      api.send('uploadFile', { as, path: { target_id: id }, form: [filePart()] })
    const hadAny = hadRoom(session, place)
    const means = { sendTo, ...(hadAny && { sendPlain }) }
    const isDenied = exchange.status === 403 || (hadAny && mayBeFull(exchange))
    if (isDenied && !isForeign && request.broken === undefined)
      await requireRoom({ api, session, items }, { answer: exchange, targetId, as, ...means })
    return exchange
  }
}

/** Uploads files; they are deleted with their product. */
export function createFiles(api: Api, session: Session, items: Items): Files {
  const freshSize = (): number => freshUploadSize(session)
  const filePart: Files['filePart'] = ({ bytes, filename, contentType } = {}) => ({
    name: 'file',
    filename: filename ?? `conformance-${session.configuration.runId}.${usualKind.extension}`,
    contentType: contentType ?? usualKind.contentType,
    bytes: typeof bytes === 'object' ? bytes : (bytes ?? fileBytes)(freshSize()),
  })
  const sendToPlace = formSender({ api, session, items }, filePart)
  const sendForm: Files['sendForm'] = async (targetId, form, request) => {
    const exchange = await sendToPlace(targetId, form, request)
    const size = sizeBeyondUntold(session, exchange, form)
    if (size === undefined) return exchange
    learnTooLarge(session, size)
    throw beyondLimit(size)
  }
  const sendUpload = async (targetId: string, options: UploadOptions): Promise<Omit<MadeFile, 'id'>> => {
    for (let tried = 1; ; tried += 1) {
      const part = filePart(options)
      const form = formOf(part, options)
      const exchange = await sendToPlace(targetId, form, requestOf(options))
      const size = sizeBeyondUntold(session, exchange, form)
      if (size === undefined) return { targetId, part, exchange }
      const isLast = typeof options.bytes === 'object' || tried >= limitsTried
      if (!learnTooLarge(session, size) || isLast) throw beyondLimit(size)
    }
  }
  return {
    freshSize,
    fileBytes,
    filePart,
    sendForm,
    sendUpload: async (targetId, options = {}) => (await sendUpload(targetId, options)).exchange,
    file: async (targetId, options = {}) => {
      let upload = await sendUpload(targetId, options)
      const isDuplicate = (): boolean => errorCodeOf(upload.exchange) === 'duplicate_file'
      for (let tried = 1; tried < sizesTried && isDuplicate() && typeof options.bytes !== 'object'; tried += 1)
        upload = await sendUpload(targetId, options)
      return { id: textField(requireSuccess(upload.exchange, 'UP-01'), 'id', 'FILE-01'), ...upload }
    },
  }
}

function formOf(part: FilePart, { userTitle, allowDuplicate }: UploadOptions): readonly FormPart[] {
  return [
    ...(userTitle === undefined ? [] : [{ name: 'userTitle', value: userTitle }]),
    ...(allowDuplicate === undefined ? [] : [{ name: 'allow_duplicate', value: allowDuplicate }]),
    part,
  ]
}

function requestOf({ as, broken, isForeign = false }: UploadOptions): FormRequest {
  return { isForeign, ...(as === undefined ? {} : { as }), ...(broken === undefined ? {} : { broken }) }
}

/** Sizes of uploads without their own bytes: small, and so many that two runs rarely use the same. */
const smallest = 600
const largest = 60_000
/** Below this there are too few sizes for the uploads of a run. */
const leastLimit = 2500

type Sizing = Pick<Session, 'unused'>

const limits = new WeakMap<Sizing, number>()

/** The maximum size of an upload without its own bytes: an undeclared limit is learned from rejected files. */
export function largestUpload(session: Sizing): number {
  return limits.get(session) ?? largest
}

/** A size that no other upload of this session has. */
export function freshUploadSize(session: Sizing): number {
  return session.unused('upload size', () => randomInt(smallest, largestUpload(session)))
}

/** Notes that a file of this size was too large; returns whether there are smaller ones to try. */
export function learnTooLarge(session: Sizing, size: number): boolean {
  const known = largestUpload(session)
  limits.set(session, Math.min(known, Math.max(leastLimit, Math.floor(size / 2))))
  return size > leastLimit
}

/** Whether any reasonable limit allows an upload of this size. */
export function isUsualSize(size: number): boolean {
  return size >= smallest && size <= largest
}
