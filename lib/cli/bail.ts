import { readAcceptedDeviations } from '../config/read-deviations.ts'
import { requirements } from '../contract/requirement.ts'
import { accepts, isExpired } from '../report/known-deviations.ts'
import type { Session } from '../run/session.ts'

/** Called after each check of a run with `--bail`: ends the run at the first violation that would fail it. */
export function bailing(session: Session): () => void {
  const { deviations, documentedOnly } = session.configuration
  const today = new Date().toISOString().slice(0, 10)
  const accepted = deviations === undefined ? [] : readAcceptedDeviations(deviations)
  const valid = accepted.filter((deviation) => !isExpired(deviation, today))
  return () => {
    if (session.isStopped || !session.hasFindings) return
    const first = session.journal.standing().find((finding) => {
      const kind = requirements.get(finding.requirement)?.kind ?? 'open'
      const counts = documentedOnly ? kind === 'documented' : kind !== 'open'
      return counts && !valid.some((deviation) => accepts(deviation, finding))
    })
    if (first) session.stop(`the run ended at the first violated requirement, ${first.requirement} (--bail)`)
  }
}
