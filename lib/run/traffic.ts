import type { RequirementId } from '../contract/requirement.ts'
import type { CheckContext, CheckOptions } from './check.ts'
import { register } from './register.ts'

type TrafficOptions = Omit<CheckOptions<never>, 'verifies' | 'covers'> & {
  /** The requirements that passive checks hold each answer against: the claim of such a check. */
  readonly judged: readonly RequirementId[]
}

/** Declares requests whose answers passive checks judge, as they judge every answer of a run; it claims nothing beside that. */
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
