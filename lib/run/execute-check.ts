import { requirements, type RequirementId } from '../contract/requirement.ts'
import { HarnessError, notComeUp, nothingToJudge, UntestedError, type Obstacle } from '../checks/errors.ts'
import { show } from '../contract/show.ts'
import type { NewFinding, Way } from '../checks/finding.ts'
import { fingerprintOf } from '../checks/signature-of.ts'
import { createVerify, Violation } from '../checks/verify.ts'
import {
  DeadlineError,
  MisplacedKeyError,
  RateLimitedError,
  RequestBudgetError,
  UnsendableIdError,
} from '../client/unsent-errors.ts'
import type { Exchange } from '../client/exchange.ts'
import { timesAskedAgain } from '../client/losses.ts'
import { mayPass, TransportError } from '../client/transport-error.ts'
import { ControlError } from '../config/errors.ts'
import { ForeignWriteError } from '../ledger/foreign-write-error.ts'
import { Undiscovered } from '../dialect/found.ts'
import { claimWords } from '../wording/claim-words.ts'
import { createApi } from './api.ts'
import { blocked, whileAssumptionsHold } from './assume.ts'
import type { Check, CheckContext } from './check.ts'
import { ownCost, setUpsOf } from './check-cost.ts'
import { createGiven, leaveSpares } from '../service/given/given.ts'
import { madeOf } from './made-of.ts'
import { newPreparationOfCheck, sentForOthers, within } from './preparation.ts'
import { PropertyViolation } from './property-violation.ts'
import type { Session } from './session.ts'
import { unmetNeeds } from './unmet-need.ts'

/** How a check ended. The journal of the session already contains everything for the verdicts. */
export type Outcome =
  | { readonly state: 'passed' }
  | { readonly state: 'violated'; readonly violation: Violation }
  | { readonly state: 'untested'; readonly obstacle: Obstacle }
  | { readonly state: 'failed'; readonly error: unknown }

/** The exchanges that led to a finding, kept with it. */
const trailKept = 6
/** The number of other checks named that changed the record of a finding. */
const changersKept = 5

/** Runs one check in a session and records what it observed; never throws. */
export async function executeCheck(check: Check, session: Session): Promise<Outcome> {
  const { stoppedBy } = session
  if (stoppedBy !== undefined) return untested(check, session, { reason: 'deadline', cause: stoppedBy })
  const unmet = unmetNeeds(check.needs, session)
  if (unmet) return untested(check, session, unmet)
  const { budget, configuration } = session
  // The first check that needs a set-up creates it.
  const unmade = setUpsOf(check, configuration).filter(({ place }) => !budget.setUps.has(place))
  for (const { place } of unmade) budget.setUps.add(place)
  const requests = unmade.reduce((sum, { cost }) => sum + cost.requests, ownCost(check, configuration).requests)
  const outcome = await budget.within(Math.ceil(requests), () => attempt(check, session), check.title)
  if (outcome !== undefined) return outcome
  for (const { place } of unmade) budget.setUps.delete(place)
  return untested(check, session, { reason: 'deadline', cause: tooFewLeft })
}

const tooFewLeft = 'the requests that the run may still send are too few for this check'

/** Whether the effort wants no more of a check: the lowest one evaluates each requirement once. */
function isEnough({ title, verifies }: Check, { isSmoke, journal }: Session): boolean {
  return isSmoke && verifies.every((requirement) => journal.hasEvaluated(requirement, title))
}

interface Attempts {
  /** What ended those that lost an answer. */
  readonly lost: readonly TransportError[]
  /** Those with a part number that may already have been in use. */
  readonly numbersInUse: number
}

/**
 * Runs a check once. If it lost an answer that may come another time, it starts again, and so does one whose part number may have
 * been in use.
 */
async function attempt(
  check: Check,
  session: Session,
  made: Attempts = { lost: [], numbersInUse: 0 },
): Promise<Outcome> {
  const api = createApi(session.client, check.title)
  const preparation = newPreparationOfCheck(() => isEnough(check, session))
  const empty = new Map<RequirementId, string | undefined>()
  const verify = createVerify({
    evaluated: (requirement, { claim, exchange, failure }) => {
      session.journal.evaluated(requirement, check.title, exchange && { on: { exchange, isPassive: false } })
      const told = { requirement, check: check.title, holds: failure === undefined }
      session.onClaim?.({ ...claimWords(claim, failure ?? {}, { exchange }), ...told })
    },
    empty: (requirement, cause) => empty.set(requirement, empty.get(requirement) ?? cause),
    sent: () => [...sentForOthers(preparation), ...api.trail],
  })
  try {
    await bringKeys(check, session)
    const context: CheckContext = {
      api,
      verify,
      given: createGiven(api, session),
      observe: (requirement, name, value) => {
        // Open behaviour is evaluated by an observation, everything else by a claim.
        if (requirements.get(requirement)?.kind === 'open') session.journal.evaluated(requirement, check.title)
        session.journal.observed({ requirement, name, value: typeof value === 'string' ? value : show(value) })
      },
      session,
    }
    await within(preparation, () => whileAssumptionsHold(() => check.run(context)))
    // What is still under way would use up the rate limit of the next check, which may have to run alone.
    await api.answered()
  } catch (error) {
    await api.answered()
    session.lending.endAll(preparation.loans)
    if (mayPass(error) && made.lost.length < timesAskedAgain) {
      session.drawnWords.forget()
      return attempt(check, session, { ...made, lost: [...made.lost, error] })
    }
    // A lost request may have been executed: its part number is in use since then, which is nobody's fault.
    const before = made.lost.at(-1)
    if (error instanceof Violation && before) return lost(check, session, before)
    const sent = { trail: api.trail, prepared: sentForOthers(preparation) }
    if (metNumberInUse(session, sent, made.numbersInUse))
      return attempt(check, session, { ...made, numbersInUse: made.numbersInUse + 1 })
    return judge(check, session, { error, ...sent })
  }
  session.lending.endAll(preparation.loans, api.trail)
  leaveSpares(session, preparation.sent)
  return evaluatedAll(check, session, empty)
}

/** Whether another attempt may find a free number, for the check or for shared set-up that met one in use and is created anew. */
function metNumberInUse({ drawnNumbers }: Session, { trail, prepared }: Sent, attemptsMade: number): boolean {
  const sent = [...prepared, ...trail]
  const mayTry = attemptsMade < drawnNumbers.attemptsFor(sent) && drawnNumbers.mayBeInUse(sent)
  return mayTry && drawnNumbers.allowsAttempt()
}

/** The keys that a check declares as needs exist when it starts. */
async function bringKeys({ needs }: Check, session: Session): Promise<void> {
  for (const need of needs) {
    if (need === 'second-key') await session.ensureKey('other-organization')
    if (need.startsWith('same-org-key')) await session.ensureKey('same-organization')
  }
}

interface Sent {
  /** By the check itself. */
  readonly trail: readonly Exchange[]
  /** For the shared things that it uses. */
  readonly prepared: readonly Exchange[]
}

function judge(check: Check, session: Session, end: Sent & { readonly error: unknown }): Outcome {
  const { error } = end
  if (error instanceof Violation) {
    session.journal.violated(findingOf(check, error, end, session))
    const { requirement } = error.judged
    untested(check, session, blockedBy([requirement]), new Set([requirement]))
    return { state: 'violated', violation: error }
  }
  if (error instanceof TransportError) return lost(check, session, error)
  const obstacle = obstacleOf(error)
  if (obstacle) return untested(check, session, obstacle)
  session.journal.harnessProblem({ check: check.title, message: describeError(error) })
  return { state: 'failed', error }
}

function findingOf(check: Check, violation: Violation, { trail, prepared }: Sent, session: Session): NewFinding {
  const { failed, judged } = violation
  const { requirement, exchange, beside, ledBy = trail } = judged
  // Inputs that shrinking has discarded did not lead to the smallest one.
  const before = exchange ? ledBy.filter((sent) => sent.sequence < exchange.sequence) : ledBy
  const compared = (beside ?? []).filter((sent) => sent !== exchange)
  const led = [...before.filter((sent) => !compared.includes(sent)).slice(-(trailKept - 1)), ...compared].toSorted(
    (one, other) => one.sequence - other.sequence,
  )
  const changedIn = session.chronicle
    .changersOf(trail)
    .filter((title) => title !== check.title)
    .slice(0, changersKept)
  return {
    ...failed,
    requirement,
    check: check.title,
    way: wayOf(check.kind, failed.kind, judged.ledBy !== undefined),
    ...(changedIn.length > 0 && { changedIn }),
    ...(exchange && judged.ledBy === undefined && { made: madeOf(violation, prepared, session.chronicle) }),
    fingerprint: fingerprintOf(check.title, failed),
    exchanges: exchange ? [...led, exchange] : led,
    trail: ledBy,
    prepared,
    isTrailStated: judged.ledBy !== undefined,
    ...(beside && { beside }),
    ...(violation instanceof PropertyViolation ? violation.counterexample : {}),
  }
}

function blockedBy(ids: readonly RequirementId[]): Obstacle {
  return { reason: 'blocked', blockedBy: ids, remedy: `fix ${ids.join(', ')} first` }
}

function obstacleOf(error: unknown): Obstacle | undefined {
  if (error instanceof UntestedError) return error.obstacle
  if (error instanceof Undiscovered)
    return error.hasRemedy
      ? { reason: 'capability-absent', needs: 'dialect', remedy: error.message }
      : { reason: 'missing-fixture', needs: 'dialect', cause: error.message }
  if (error instanceof UnsendableIdError) return blocked('GEN-02', error.message)
  if (error instanceof ControlError) return { reason: 'missing-control', cause: error.message }
  if (error instanceof RateLimitedError) return { reason: 'rate-limited', remedy: error.message }
  if (error instanceof ForeignWriteError)
    return {
      reason: 'blocked',
      cause: error.message,
      ...(error.requirement === undefined ? {} : { blockedBy: [error.requirement] }),
    }
  // A text of the target that is sent back, such as a name in a search: the check does not send a key on purpose.
  if (error instanceof MisplacedKeyError)
    return { reason: 'blocked', cause: `the target returned a configured key: ${error.message}` }
  if (error instanceof DeadlineError || error instanceof RequestBudgetError)
    return { reason: 'deadline', cause: error.message }
  return undefined
}

/** The part that a check judged before it lost an answer is incomplete: the check does not count as an evaluated case. */
function lost(check: Check, session: Session, error: TransportError): Outcome {
  // An outage is the same for all requests that wait.
  const message = error.kind === 'outage' ? `${error.kind}: ${error.reason}` : error.message
  session.journal.transportProblem({ check: check.title, message })
  for (const requirement of check.verifies) session.journal.unfinished(requirement, check.title)
  if (error.isHeldAgainst) return untested(check, session, blockedBy(['GEN-10']))
  return untested(check, session, { reason: 'blocked', cause: `a request got no answer: ${error.message}` })
}

/** Every requirement of the check that it has not evaluated yet is untested for this reason. */
function untested(
  check: Check,
  session: Session,
  obstacle: Obstacle,
  except: ReadonlySet<RequirementId> = new Set(),
): Outcome {
  for (const requirement of check.verifies) {
    if (except.has(requirement) || session.journal.hasEvaluated(requirement, check.title)) continue
    session.journal.untested({ requirement, check: check.title, ...obstacle })
  }
  notCovered(check, session, obstacle)
  return { state: 'untested', obstacle }
}

/** The traffic of a check is judged under the titles of the passive checks: an evaluation by any of them counts. */
function notCovered(check: Check, session: Session, obstacle: Obstacle): void {
  const missed = check.covers.filter((requirement) => !session.journal.hasEvaluated(requirement))
  // Checks that are already evaluated are not waited for: many answers at once take less CPU to judge.
  if (missed.length > 0) session.judgeAll()
  for (const requirement of missed)
    if (!session.journal.hasEvaluated(requirement))
      session.journal.untested({ requirement, check: check.title, ...obstacle })
}

/** The requirements with a claim for which nothing was there, each with what was missing, if that is known. */
type EmptyClaims = ReadonlyMap<RequirementId, string | undefined>

function nothingFor(requirement: RequirementId, empty: EmptyClaims): Obstacle {
  const cause = empty.get(requirement)
  return cause === undefined ? nothingToJudge : { ...nothingToJudge, cause }
}

/** A check without a claim about a declared requirement has not tested it: it had nothing to evaluate. */
function evaluatedAll(check: Check, session: Session, empty: EmptyClaims): Outcome {
  const missed = check.verifies.filter((requirement) => !session.journal.hasEvaluated(requirement, check.title))
  if (missed.length === 0) {
    notCovered(check, session, nothingToJudge)
    return { state: 'passed' }
  }
  for (const requirement of missed.filter((id) => empty.has(id)))
    session.journal.untested({ requirement, check: check.title, ...nothingFor(requirement, empty) })
  const isPassed = missed.length < check.verifies.length
  const outcome = untested(check, session, isPassed ? notComeUp : nothingToJudge, new Set(empty.keys()))
  return isPassed ? { state: 'passed' } : outcome
}

function describeError(error: unknown): string {
  if (error instanceof HarnessError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The set-up of a check, or its claim, whichever is more: a judgement about another check's exchange involves several answers. */
function wayOf(check: Check['kind'], claim: string | undefined, isOfStory: boolean): Way {
  if (check === 'model' || check === 'race') return check
  if (claim === 'race') return 'race'
  return isOfStory || claim === 'record' || claim === 'rows' ? 'comparison' : 'claim'
}
