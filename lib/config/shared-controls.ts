import { BroadcastChannel } from 'node:worker_threads'
import { controlNames, wrapControls, type ControlFunctions, type ControlName, type Controls } from './controls.ts'

type Functions = Partial<ControlFunctions>

type Message =
  | { readonly ask: 'names' }
  | { readonly names: readonly ControlName[] }
  | { readonly call: number; readonly name: ControlName; readonly given: readonly unknown[] }
  | { readonly answered: number; readonly answer?: unknown; readonly failed?: unknown }

/** Lets the workers of a run call the controls of this process: a module has one instance, which may remember what it created. */
export function shareControls(runId: string, functions: Functions): { readonly close: () => void } {
  const channel = new BroadcastChannel(nameOf(runId))
  const supplied = controlNames.filter((name) => functions[name] !== undefined)
  channel.onmessage = async ({ data }: { readonly data: Message }) => {
    if ('ask' in data) channel.postMessage({ names: supplied } satisfies Message)
    if (!('call' in data)) return
    const { call: answered, name, given } = data
    try {
      const control: unknown = functions[name]
      const answer: unknown = typeof control === 'function' ? await Reflect.apply(control, functions, given) : undefined
      channel.postMessage({ answered, answer } satisfies Message)
    } catch (failed) {
      channel.postMessage({ answered, failed } satisfies Message)
    }
  }
  channel.unref()
  return channel
}

/** The controls that the main process shares with this worker; `path` names their module for messages. */
export async function sharedControls(runId: string, path: string): Promise<Controls> {
  const channel = new BroadcastChannel(nameOf(runId))
  const named = Promise.withResolvers<readonly ControlName[]>()
  const calls = new Map<number, PromiseWithResolvers<unknown>>()
  channel.onmessage = ({ data }: { readonly data: Message }) => {
    if ('names' in data) named.resolve(data.names)
    if (!('answered' in data)) return
    const { answered, answer } = data
    if ('failed' in data) calls.get(answered)?.reject(data.failed)
    else calls.get(answered)?.resolve(answer)
    calls.delete(answered)
  }
  channel.postMessage({ ask: 'names' } satisfies Message)
  let last = 0
  const call = (name: ControlName, given: readonly unknown[]): Promise<unknown> => {
    last += 1
    const answer = Promise.withResolvers<unknown>()
    calls.set(last, answer)
    channel.postMessage({ call: last, name, given } satisfies Message)
    return answer.promise
  }
  const names = await named.promise
  channel.unref()
  const functions = names.map((name) => [name, (...given: readonly unknown[]) => call(name, given)] as const)
  return wrapControls(Object.fromEntries(functions), { path, end: () => channel.close() })
}

function nameOf(runId: string): string {
  return `controls-${runId}`
}
