/**
 * Until when a place can be given up for nothing, and what it costs after that: the one decider and
 * the one author of its words. The act, its confirm page, every page and letter that mentions it,
 * the desk and the replay of a policy ask here; nobody else compares a cut-off with the clock
 * (tests/architecture.test.ts).
 */
import type { Instant } from '#app/values/instant.ts'

/** What pays for a place. */
export type PaidBy = 'lot' | 'membership' | 'drop_in' | 'course' | 'make_up'

/** The limits of a class, or those that a booking keeps from when it was made. */
export type CancellationLimits = {
  startsAt: Instant
  /** The earlier of the two below: from here on a cancel counts as late. */
  cutoffAt: Instant
  /** Where credit and fee have limits of their own (R3); left out or null, both have `cutoffAt`. */
  creditCutoffAt?: Instant | null
  feeCutoffAt?: Instant | null
}

/** What the policy takes; amounts in minor units. SQLite's 0 and 1 do for yes and no. */
export type CancellationPolicy = {
  lateLosesCredit: boolean | number
  lateFeeMinor: number
  /** Left out where nothing is said of not coming. */
  noShowFeeMinor?: number
  /** Not coming costs credit and fee; else the fee only where no credit is lost. */
  noShowBoth?: boolean | number
}

/** Whose place it is: what pays, and the grace after a move off the waitlist (R4). */
export type PlaceHolder = { paidBy: PaidBy; declineUntil?: Instant | null }

/** What someone loses; `losesPaid` is what a drop-in paid, `feeMinor` is in minor units. */
export type Loss = {
  losesCredit: boolean
  losesPaid: boolean
  losesMakeUp: boolean
  feeMinor: number
}

export type CancellationTerms = {
  /** At this instant or before it costs nothing. */
  freeUntil: Instant
  /** What sets `freeUntil`: the policy's limit, or the time to decline after a move off a waitlist. */
  freeBy: 'limit' | 'grace'
  /** `grace`: past the limit, and still free. `started`: there is nothing to give up any more. */
  stage: 'free' | 'grace' | 'late' | 'started'
  /**
   * What giving up costs after each limit, in order; each counts all before it. From the start on
   * nobody gives up a place, so a limit there is none.
   */
  after: readonly { instant: Instant; loss: Loss }[]
  /** What giving up costs now. */
  now: Loss
  /** What every limit together takes. */
  late: Loss
  /** What not coming costs. */
  noShow: Loss
}

const nothing: Loss = { losesCredit: false, losesPaid: false, losesMakeUp: false, feeMinor: 0 }

/** Whether something is lost at all. */
export const isCostly = (loss: Loss): boolean =>
  loss.losesCredit || loss.losesPaid || loss.losesMakeUp || loss.feeMinor > 0

/** Whether giving up costs nothing at the moment of the terms. */
export const isFree = ({ stage }: Pick<CancellationTerms, 'stage'>): boolean =>
  stage === 'free' || stage === 'grace'

/**
 * What a cancel costs that the desk calls late: what it costs now, or, while it is still free, all
 * that any limit would have taken.
 */
export const lossIfLate = (terms: CancellationTerms): Loss =>
  isFree(terms) ? terms.late : terms.now

/** Until when a place is free: the policy's limit, or the grace of a person who was moved up inside it. */
export const freeUntilOf = ({
  cutoffAt,
  declineUntil = null,
}: Pick<CancellationLimits, 'cutoffAt'> & Pick<PlaceHolder, 'declineUntil'>): Instant =>
  declineUntil !== null && declineUntil > cutoffAt ? declineUntil : cutoffAt

/** The terms of one place for one person at `now`. */
export function cancellationTerms(
  place: CancellationLimits & CancellationPolicy,
  { paidBy, declineUntil = null }: PlaceHolder,
  now: Instant,
): CancellationTerms {
  const { cutoffAt } = place
  const creditAt = place.creditCutoffAt ?? cutoffAt
  const feeAt = place.feeCutoffAt ?? cutoffAt
  const freeUntil = freeUntilOf({ cutoffAt, declineUntil })
  const hasGrace = freeUntil !== cutoffAt
  const stage = stageAt(now, place, freeUntil)
  const lossAfter = (instant: Instant) => lateLoss(place, paidBy, { creditAt, feeAt }, instant)
  // A limit that the grace covers is no step of its own: what comes after the grace counts it.
  const limits = [
    ...new Set([cutoffAt, creditAt, feeAt].map((at) => laterOf(at, freeUntil))),
  ].sort()
  const after = limits.map((instant) => ({ instant, loss: lossAfter(instant) }))
  return {
    freeUntil,
    freeBy: hasGrace ? 'grace' : 'limit',
    stage,
    after: after.filter(
      ({ instant, loss }, i) =>
        instant < place.startsAt && (i === 0 || !isSame(loss, after[i - 1]!.loss)),
    ),
    late: after.at(-1)!.loss,
    now: now <= freeUntil ? nothing : lateLoss(place, paidBy, { creditAt, feeAt }, now, 'passed'),
    noShow: noShowLoss(place, paidBy),
  }
}

function stageAt(
  now: Instant,
  { startsAt, cutoffAt }: CancellationLimits,
  freeUntil: Instant,
): CancellationTerms['stage'] {
  if (now >= startsAt) return 'started'
  if (now <= cutoffAt) return 'free'
  return now <= freeUntil ? 'grace' : 'late'
}

const laterOf = (a: Instant, b: Instant): Instant => (a > b ? a : b)

const isSame = (a: Loss, b: Loss): boolean =>
  a.losesCredit === b.losesCredit &&
  a.losesPaid === b.losesPaid &&
  a.losesMakeUp === b.losesMakeUp &&
  a.feeMinor === b.feeMinor

/**
 * A place that a course or a make-up pays costs nothing more: what is lost is the make-up. A limit
 * is behind `instant` when it is `passed` by then; what costs right after a limit counts the limit
 * itself.
 */
function lateLoss(
  { lateLosesCredit, lateFeeMinor }: CancellationPolicy,
  paidBy: PaidBy,
  { creditAt, feeAt }: { creditAt: Instant; feeAt: Instant },
  instant: Instant,
  how: 'reached' | 'passed' = 'reached',
): Loss {
  if (paidBy === 'course' || paidBy === 'make_up') return { ...nothing, losesMakeUp: true }
  const isBehind = (limit: Instant) => (how === 'passed' ? instant > limit : instant >= limit)
  const loses = Boolean(lateLosesCredit) && isBehind(creditAt)
  return {
    losesCredit: paidBy === 'lot' && loses,
    losesPaid: paidBy === 'drop_in' && loses,
    losesMakeUp: false,
    feeMinor: isBehind(feeAt) ? lateFeeMinor : 0,
  }
}

/** As `reconcileClasses` settles it: the credit where the policy takes it, else (or also) the fee. */
function noShowLoss(policy: CancellationPolicy, paidBy: PaidBy): Loss {
  if (paidBy === 'course' || paidBy === 'make_up') {
    return { ...nothing, losesMakeUp: paidBy === 'make_up' }
  }
  const losesCredit = paidBy === 'lot' && Boolean(policy.lateLosesCredit)
  const owesFee = Boolean(policy.noShowBoth) || !losesCredit
  return {
    ...nothing,
    losesCredit,
    losesPaid: paidBy === 'drop_in',
    feeMinor: owesFee ? (policy.noShowFeeMinor ?? 0) : 0,
  }
}
