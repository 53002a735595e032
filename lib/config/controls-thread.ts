import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** The exports of a module, as far as another thread can see them. */
export interface ControlsExports {
  /** There is not a default export, or it is an object. */
  readonly isOfControls: boolean
  /** What `typeof` says of each export. */
  readonly types: ReadonlyArray<readonly [name: string, type: string]>
}

/** The thrown error; only a message if it was not an error. */
interface Thrown {
  readonly name?: string
  readonly message: string
  readonly stack?: string
}

type Message =
  | ControlsExports
  | { readonly late: Thrown }
  | { readonly failed: Thrown }
  | { readonly call: number; readonly answer?: unknown; readonly failed?: Thrown }

/** Runs a controls module in its own thread, which ends with the process whatever the module keeps open. */
export class ControlsThread {
  readonly #worker: Worker
  readonly #loaded = Promise.withResolvers<ControlsExports>()
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0
  #hasEnded = false

  /** With a listener for errors that the module throws, or rejects with, outside a call. */
  constructor(path: string, onLate: (error: unknown) => void) {
    this.#worker = new Worker(new URL('../../bin/controls-thread.js', import.meta.url), {
      workerData: pathToFileURL(path).href,
    })
    this.#worker.on('message', (message: Message) => {
      if ('types' in message) this.#loaded.resolve(message)
      else if ('late' in message) onLate(errorOf(message.late))
      else if ('call' in message) this.#answer(message)
      else this.#loaded.reject(errorOf(message.failed))
    })
    this.#worker.on('error', (error) => onLate(error))
    this.#worker.on('exit', () => this.#ended())
    // What it answers may come when nobody waits any more.
    this.#loaded.promise.catch(() => undefined)
    this.#worker.unref()
  }

  /** The exports of the module. Rejects if it throws, or does not load within this many milliseconds. */
  async exports(timeoutMs: number): Promise<ControlsExports> {
    // The thread keeps no process alive, and this does.
    const timer = setTimeout(
      () => this.#loaded.reject(new Error(`its import did not finish within ${timeoutMs / 1000} s`)),
      timeoutMs,
    )
    try {
      return await this.#loaded.promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Calls an export; the caller bounds the time. */
  call(name: string, given: readonly unknown[]): Promise<unknown> {
    if (this.#hasEnded) return Promise.reject(new Error(ended))
    const answer = Promise.withResolvers<unknown>()
    this.#last += 1
    this.#calls.set(this.#last, answer)
    this.#worker.postMessage({ call: this.#last, name, given })
    return answer.promise
  }

  /** Ends it, whatever it is at. */
  end(): void {
    void this.#worker.terminate()
  }

  #answer({ call, answer, failed }: Extract<Message, { readonly call: number }>): void {
    if (failed === undefined) this.#calls.get(call)?.resolve(answer)
    else this.#calls.get(call)?.reject(errorOf(failed))
    this.#calls.delete(call)
  }

  #ended(): void {
    this.#hasEnded = true
    this.#loaded.reject(new Error('its import never ends, or ends the process'))
    for (const { reject } of this.#calls.values()) reject(new Error(ended))
  }
}

const ended = 'the module ended its process'

function errorOf({ name, message, stack }: Thrown): unknown {
  return name === undefined ? message : Object.assign(new Error(message), { name, stack })
}
