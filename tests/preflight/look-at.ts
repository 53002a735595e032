import { Client } from '../../lib/client/client.ts'
import { forgetSecrets } from '../../lib/client/redactor.ts'
import { RunError } from '../../lib/config/errors.ts'
import { reachTarget } from '../../lib/run/reach-target.ts'
import { startChangedReference, type ChangedOptions } from '../../proof/start-changed-reference.ts'

export interface Look {
  /** Why a run would refuse the target; `undefined` where it would go on. */
  readonly refusal: string | undefined
  readonly requests: number
}

/** Looks at a target as every command does before it writes. */
export async function lookAt(baseUrl: string, key: string): Promise<Look> {
  forgetSecrets()
  const keys = { own: key }
  const client = new Client({ baseUrl, keys, mode: 'read-write', concurrency: 6, onExchange: () => undefined })
  try {
    const refusal = await reachTarget(client, baseUrl).catch((error: unknown) => {
      if (error instanceof RunError) return error.message
      throw error
    })
    return { refusal: refusal ?? undefined, requests: client.sent }
  } finally {
    await client.close()
  }
}

/** The same of a reference that is started for it. */
export async function lookAtReference(options: ChangedOptions): Promise<Look> {
  const reference = await startChangedReference(options)
  try {
    return await lookAt(reference.baseUrl, reference.keys.own)
  } finally {
    await reference.close()
  }
}
