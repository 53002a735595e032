import { randomInt } from 'node:crypto'
import { errorCodeOf } from '../../checks/error-body.ts'
import { UntestedError } from '../../checks/errors.ts'
import type { Exchange, Identity } from '../../client/exchange.ts'
import type { FilePart, FormPart } from '../../client/multipart.ts'
import { contentOf, fileKinds } from '../../generate/file-content.ts'
import type { Api, RawRequest } from '../api.ts'
import type { Session } from '../session.ts'
import type { Items } from './items.ts'
import { succeeded } from '../answer.ts'
import { hadRoom, noteRoom } from './room.ts'
import { requireRoom } from './require-room.ts'
import { requireSuccess } from './require-success.ts'
import { textField } from './read-answer.ts'

/** What an upload sends. */
export interface UploadOptions {
  /** The bytes, or how to make some of a size that no other upload of this session has. */
  readonly bytes?: Uint8Array | ((size: number) => Uint8Array)
  readonly filename?: string
  readonly contentType?: string
  readonly userTitle?: string
  readonly allowDuplicate?: string
  readonly as?: Identity
  readonly broken?: string
  /** To a place of another organization, where 403 is what is due. */
  readonly isForeign?: boolean
}

export interface MadeFile {
  readonly id: string
  readonly targetId: string
  readonly part: FilePart
  /** The upload, answered with 201. */
  readonly exchange: Exchange
}

type FormRequest = Pick<RawRequest, 'as' | 'broken' | 'contentType'> & Pick<UploadOptions, 'isForeign'>

export interface Files {
  /** A size that no other upload of this session has. */
  freshSize(): number
  /** Bytes of the kind that uploads are unless a check says otherwise. */
  fileBytes(size: number): Uint8Array
  /** A file part whose size no other upload of this session has: size and type make a duplicate. */
  filePart(options?: UploadOptions): FilePart
  /** Sends one upload as described, whatever comes of it. */
  sendUpload(targetId: string, options?: UploadOptions): Promise<Exchange>
  /** The same of a form in whatever order. */
  sendForm(targetId: string, form: readonly FormPart[], request?: FormRequest): Promise<Exchange>
  /** A file of this run on an item or property. Blocked by UP-01 where the target refuses it. */
  file(targetId: string, options?: UploadOptions): Promise<MadeFile>
}

/** What a service with a list of allowed types is likeliest to have on it, and what is told by its first bytes. */
const usualKind = fileKinds[4]
/** Sizes that uploads without bytes of their own have: small, and so many that two runs rarely meet. */
const smallest = 600
const largest = 60_000
/** Files of other users may have the size that was drawn: other sizes are tried. */
const sizesTried = 5

/** lawful: a limit below what is sent here, where nobody has told it. */
function requireWithinLimit(upload: Exchange): void {
  if (errorCodeOf(upload) !== 'file_too_large') return
  const cause = `uploads of up to ${largest} bytes; the target answers file_too_large to one`
  throw new UntestedError({ reason: 'missing-fixture', needs: 'max-upload-bytes', cause })
}

const fileBytes: Files['fileBytes'] = (size) => contentOf(usualKind, size)

interface Means {
  readonly api: Api
  readonly session: Session
  readonly items: Items
}

/** Sends a form to a place. Untested where the place, or the deployment, takes no more of what it is sent. */
function formSender({ api, session, items }: Means, filePart: Files['filePart']): Files['sendForm'] {
  return async (targetId, form, { isForeign = false, ...request } = {}) => {
    const sendTo = (id: string): Promise<Exchange> =>
      api.send('uploadFile', { ...request, path: { target_id: id }, form })
    const exchange = await sendTo(targetId)
    const as = request.as ?? 'own'
    const place = `${as}: files`
    if (succeeded(exchange)) noteRoom(session, place)
    const isDeclared = session.configuration.targetFile.limits?.maxUploadBytes !== undefined
    const size = Math.max(0, ...form.map((part) => ('bytes' in part ? part.bytes.length : 0)))
    if (!isDeclared && size >= smallest && size <= largest) requireWithinLimit(exchange)
    const sendPlain = (id: string): Promise<Exchange> =>
      api.send('uploadFile', { as, path: { target_id: id }, form: [filePart()] })
    const means = { sendTo, ...(hadRoom(session, place) && { sendPlain }) }
    if (exchange.status === 403 && !isForeign && request.broken === undefined)
      await requireRoom(api, items, { answer: exchange, targetId, as, ...means })
    return exchange
  }
}

/** Uploads files; they go with the product that they hang on. */
export function createFiles(api: Api, session: Session, items: Items): Files {
  const freshSize = (): number => session.unused('upload size', () => randomInt(smallest, largest))
  const filePart: Files['filePart'] = ({ bytes, filename, contentType } = {}) => ({
    name: 'file',
    filename: filename ?? `conformance-${session.configuration.runId}.${usualKind.extension}`,
    contentType: contentType ?? usualKind.contentType,
    bytes: typeof bytes === 'object' ? bytes : (bytes ?? fileBytes)(freshSize()),
  })
  const sendForm = formSender({ api, session, items }, filePart)
  const sendPart = async (targetId: string, part: FilePart, options: UploadOptions): Promise<Exchange> => {
    const { userTitle, allowDuplicate, as, broken, isForeign = false } = options
    const form = [
      ...(userTitle === undefined ? [] : [{ name: 'userTitle', value: userTitle }]),
      ...(allowDuplicate === undefined ? [] : [{ name: 'allow_duplicate', value: allowDuplicate }]),
      part,
    ]
    return sendForm(targetId, form, {
      isForeign,
      ...(as === undefined ? {} : { as }),
      ...(broken === undefined ? {} : { broken }),
    })
  }
  return {
    freshSize,
    fileBytes,
    filePart,
    sendForm,
    sendUpload: (targetId, options = {}) => sendPart(targetId, filePart(options), options),
    file: async (targetId, options = {}) => {
      let part = filePart(options)
      let exchange = await sendPart(targetId, part, options)
      for (
        let tried = 1;
        tried < sizesTried && errorCodeOf(exchange) === 'duplicate_file' && typeof options.bytes !== 'object';
        tried += 1
      ) {
        part = filePart(options)
        exchange = await sendPart(targetId, part, options)
      }
      return { id: textField(requireSuccess(exchange, 'UP-01'), 'id', 'FILE-01'), targetId, part, exchange }
    },
  }
}
