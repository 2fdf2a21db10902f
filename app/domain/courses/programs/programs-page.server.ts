/** What members see under Programs: the list, one course, and what changing to another costs. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  entitlementsStatements,
  type LotRow,
  type MembershipRow,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { membershipsHeld, totalCredits } from '#app/domain/entitlements/holdings.ts'
import {
  packagesOnSaleStatement,
  plansOnSaleStatement,
} from '#app/domain/entitlements/offer-queries.server.ts'
import {
  type PackageOffer,
  type PlanOffer,
  packageWords,
  planWords,
} from '#app/domain/entitlements/offer-words.ts'
import { takesOnlineStatement } from '#app/domain/payments/accounts/connect-account.server.ts'
import { makeUpsHeldStatement } from '#app/domain/places/make-up-queries.server.ts'
import {
  freeProgramsStatement,
  ownCopiesStatement,
} from '#app/domain/programs/program-queries.server.ts'
import { toTrainingPlans } from '#app/domain/programs/training-plans.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { count } from '#app/values/wording.ts'
import { isoWeekday, localDate } from '#app/values/zone.ts'
import { courseFactStatements, toCourseFacts } from '../course-queries.server.ts'
import { transferQuoteOf } from '../enrolments/transfer-quote.ts'
import type { ProgramFilters } from './program-filters.ts'
import {
  myEnrolmentsStatement,
  type Program,
  programRowsStatement,
  toPrograms,
} from './program-queries.server.ts'

type PageViewer = { personId: string | null; name: string; email: string } | null

/** Everything to enrol for, in one batch; filters narrow what was read. */
export async function programsPage(
  ctx: StudioContext,
  viewer: PageViewer,
  filters: ProgramFilters,
) {
  const personId = viewer?.personId ?? ''
  const answer = await batch(ctx.db, {
    rows: programRowsStatement(ctx, personId),
    mine: myEnrolmentsStatement(ctx, personId),
    makeUps: makeUpsHeldStatement(ctx, sql`(${personId})`),
    packages: packagesOnSaleStatement(ctx),
    plans: plansOnSaleStatement(ctx, { listed: true }),
    names: ctx.db.all<{ id: string; name: string }>(
      sql`SELECT id, name FROM disciplines WHERE studio_id = ${ctx.studio.id}`,
    ),
    held: personId ? entitlementsStatements(ctx, personId).memberships : null,
    lots: personId ? entitlementsStatements(ctx, personId).lots : null,
    ownPlans: personId ? ownCopiesStatement(ctx, personId) : null,
    freePlans: personId ? freeProgramsStatement(ctx) : null,
    ...shellStatements(ctx, viewer),
  })
  const all = toPrograms(ctx, answer.rows, answer.mine, personId)
  const isMine = ({ availability: { kind } }: Program) =>
    ['enrolled', 'waiting', 'held'].includes(kind)
  const options = (of: (program: Program) => { id: string; name: string } | null) => [
    ...new Map(all.flatMap((program) => of(program) ?? []).map((one) => [one.id, one])).values(),
  ]
  return {
    trainingPlans: toTrainingPlans(answer.ownPlans ?? [], answer.freePlans ?? []),
    mine: all.filter(isMine),
    makeUps: answer.makeUps,
    offered: all.filter((program) => !isMine(program) && passes(program, filters)),
    total: all.length,
    /** What the dearest of them costs, in minor units. */
    dearestMinor: Math.max(0, ...all.map(({ course }) => course.priceMinor)),
    levels: options(({ course: { levelId, level } }) =>
      levelId && level ? { id: levelId, name: level } : null,
    ),
    disciplines: options(({ course: { disciplineId, discipline } }) => ({
      id: disciplineId,
      name: discipline,
    })),
    holds: holdsWords(ctx, personId, answer),
    ...offersOf(ctx, answer),
    shell: toShell(answer, viewer),
  }
}

/** Memberships and packs on sale, the cheapest first, in the words of the price list. */
function offersOf(
  { studio }: StudioContext,
  answer: {
    plans: readonly PlanOffer[]
    packages: readonly PackageOffer[]
    names: readonly { id: string; name: string }[]
  },
) {
  const { currency, locale } = studio
  const disciplines = Object.fromEntries(answer.names.map(({ id, name }) => [id, name]))
  const reader = { currency, locale, disciplines }
  const byPrice = (a: { priceMinor: number }, b: { priceMinor: number }) =>
    a.priceMinor - b.priceMinor
  return {
    plans: [...answer.plans].sort(byPrice).map((plan) => planWords(plan, reader)),
    packages: [...answer.packages].sort(byPrice).map((pack) => packageWords(pack, reader)),
  }
}

/** `Unlimited`, `6 credits`: what somebody has already. */
function holdsWords(
  { studio, now }: StudioContext,
  personId: string,
  answer: { held?: readonly MembershipRow[] | undefined; lots?: readonly LotRow[] | undefined },
): string[] {
  const today = localDate(now, studio.timeZone)
  const held = toHeld(personId, {
    memberships: answer.held ?? [],
    lots: answer.lots ?? [],
    uses: [],
  })
  const credits = totalCredits(held, today)
  return [
    ...membershipsHeld(held.memberships, today).map(({ name }) => name),
    ...(credits > 0 ? [count(credits, 'credit')] : []),
  ]
}

function passes(
  { course, sums, availability }: Program,
  { kind, discipline, level, day, places, most }: ProgramFilters,
) {
  return (
    (kind === '' || course.kind === kind) &&
    (discipline === '' || course.disciplineId === discipline) &&
    (level === '' || (level === 'open' ? course.levelId === null : course.levelId === level)) &&
    (day === '' || isoWeekday(course.firstStart.slice(0, 10)) === Number(day)) &&
    (places === '' || sums.places > 0) &&
    (most === null ||
      (availability.kind === 'open' ? availability.price.minor : course.priceMinor) <= most)
  )
}

/**
 * One course with where the viewer stands, in one batch. Null for a draft, too, and another
 * studio's id.
 */
export async function programPage(ctx: StudioContext, viewer: PageViewer, courseId: string) {
  const personId = viewer?.personId ?? ''
  const answer = await batch(ctx.db, {
    ...courseFactStatements(ctx, courseId, personId),
    place: ctx.db.all<{ locationId: string; location: string }>(sql`
      SELECT place.id AS locationId, CASE place.address WHEN '' THEN place.name
        ELSE place.name || ', ' || place.address END AS location
      FROM courses AS course JOIN rooms AS room ON room.id = course.room_id
      JOIN locations AS place ON place.id = room.location_id
      WHERE course.studio_id = ${ctx.studio.id} AND course.id = ${courseId}`),
    makeUps: makeUpsHeldStatement(ctx, sql`(${personId})`),
    online: takesOnlineStatement(ctx),
    ...shellStatements(ctx, viewer),
  })
  const facts = toCourseFacts(ctx, answer, personId)
  if (!facts || facts.course.state === 'draft') return null
  return {
    facts,
    /** Whether the studio takes payments online. */
    online: answer.online.length > 0,
    location: answer.place[0] ?? { locationId: '', location: '' },
    makeUps: answer.makeUps.filter((makeUp) => makeUp.courseId === courseId),
    shell: toShell(answer, viewer),
  }
}

/**
 * Courses the viewer could change to, each with what that costs, in one batch. Null where there is
 * nothing to change.
 */
export async function transferPage(
  ctx: StudioContext,
  viewer: PageViewer & { personId: string },
  courseId: string,
) {
  const { personId } = viewer
  const from = sql`(SELECT left_course.kind || left_type.discipline_id FROM courses AS left_course
    JOIN class_types AS left_type ON left_type.id = left_course.class_type_id
    WHERE left_course.studio_id = ${ctx.studio.id} AND left_course.id = ${courseId})`
  const answer = await batch(ctx.db, {
    ...courseFactStatements(ctx, courseId, personId),
    rows: programRowsStatement(
      ctx,
      personId,
      sql`course.id <> ${courseId} AND course.kind || class_type.discipline_id = ${from}`,
      // The sessions that are given up are not in the way.
      sql`(SELECT enrolment.id FROM enrolments AS enrolment
        WHERE enrolment.studio_id = ${ctx.studio.id} AND enrolment.course_id = ${courseId}
          AND enrolment.person_id = ${personId} AND enrolment.state = 'enrolled')`,
    ),
    others: myEnrolmentsStatement(ctx, personId),
    ...shellStatements(ctx, viewer),
  })
  const facts = toCourseFacts(ctx, answer, personId)
  if (facts?.mine?.state !== 'enrolled') return null
  const choices = toPrograms(ctx, answer.rows, answer.others, personId).flatMap(
    ({ course, availability }) => {
      const quote = facts.mine && transferQuoteOf(facts.mine, availability)
      return quote ? [{ course, quote }] : []
    },
  )
  return { facts, choices, shell: toShell(answer, viewer) }
}
