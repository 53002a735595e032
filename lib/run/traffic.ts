import type { RequirementId } from '../contract/requirement.ts'
import type { CheckContext, CheckOptions } from './check.ts'
import { register } from './register.ts'

type TrafficOptions = Omit<CheckOptions<never>, 'verifies' | 'covers'> & {
  /** The requirements that passive checks judge for each answer: the claim of such a check. */
  readonly judged: readonly RequirementId[]
}

/** Declares requests whose answers passive checks judge, like every answer of a run; it makes no other claim. */
export function traffic(
  title: string,
  { judged, ...options }: TrafficOptions,
  send: (context: CheckContext<never>) => Promise<unknown>,
): void {
  register(
    'scenario',
    title,
    { ...options, verifies: [], covers: judged },
    async (context) => void (await send(context)),
  )
}
