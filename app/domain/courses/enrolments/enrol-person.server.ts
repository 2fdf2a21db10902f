import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { openItemStatement } from '#app/domain/billing/open-items.server.ts'
import {
  noOverlapInCourseSql,
  placeInEachSql,
  takeSeatsStatements,
} from '#app/domain/bookings/availability/course-seats.server.ts'
import { signedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { newId } from '#app/values/id.ts'
import { count, dayShort, money } from '#app/values/wording.ts'
import { priceWorking } from '../course-price.ts'
import { courseFactStatements, courseWaitingSql, toCourseFacts } from '../course-queries.server.ts'
import { type CourseFacts, toCome } from '../course-view.ts'
import {
  type EnrolAvailability,
  type EnrolRefused,
  enrolAvailability,
  priceNow,
} from './enrol-availability.ts'
import { notifyStatements, type Told } from './enrolment-mail.server.ts'
import { lapseHoldsStatement } from './lapse-holds.server.ts'

export type ActingContext = StudioContext & { actor: Actor }

export type EnrolOptions = {
  /**
   * Done by staff: is in the audit, and may be done before it opens, for another age or below
   * the level.
   */
  byHand?: { reason: string } | undefined
  /**
   * The price that was on the page, in minor units; another one now is refused, so that nobody pays
   * unseen.
   */
  expects?: number | undefined
}

export type EnrolResult =
  | { ok: true; enrolmentId: string; priceMinor: number; facts: CourseFacts; again?: true }
  | { ok: false; reason: 'full' }
  | ({ ok: false } & EnrolRefused)

/** What staff may pass over by hand. */
const overruled: ReadonlySet<string> = new Set([
  'not_open_yet',
  'started',
  'too_late',
  'priority',
  // The desk asks for the paper, and is reminded at the door.
  'waiver_missing',
  'level_locked',
  'age',
])

/**
 * The facts of a course and a person as a use case reads them, places that were held too long ended
 * first.
 */
export async function readForEnrolment(ctx: StudioContext, courseId: string, personId: string) {
  const read = await batch(ctx.db, {
    lapsed: lapseHoldsStatement(ctx, courseId),
    ...courseFactStatements(ctx, courseId, personId),
    person: ctx.db.all<Told>(sql`
      SELECT person.id, person.name, person.preferred_name AS preferredName,
        ${addressSql(ctx.guardianId ? sql`${ctx.guardianId}` : undefined)}
      FROM people AS person
      WHERE person.studio_id = ${ctx.studio.id} AND person.id = ${personId}`),
  })
  const facts = toCourseFacts(ctx, read, personId)
  const [person] = read.person
  return facts && person ? { facts, person } : null
}

/**
 * Enrols someone: a place in every session still to come by one guarded write, the money as an
 * open item, once, and a letter. A place that is held or was offered is taken; else there must be
 * one in each session beside those who wait. Places the person held there singly become part of it
 * and their credits go back. `full` leads to the waitlist. Twice is once, with the first answer.
 * Two trips.
 */
export async function enrolPerson(
  ctx: ActingContext,
  courseId: string,
  personId: string,
  { byHand, expects }: EnrolOptions = {},
): Promise<EnrolResult> {
  const read = await readForEnrolment(ctx, courseId, personId)
  if (!read) return { ok: false, reason: 'not_found', facts: {} }
  const { facts, person } = read
  const availability = enrolAvailability(facts)
  if (availability.kind === 'enrolled' || availability.kind === 'completed') {
    const { id = '', priceMinor = 0 } = facts.mine ?? {}
    return { ok: true, enrolmentId: id, priceMinor, facts, again: true }
  }
  if (!byHand && availability.kind !== 'held' && !studioLets(ctx.studio, 'enrol'))
    return { ok: false, reason: 'ask_studio', facts: {} }
  const refused = refusalOf(availability, facts, byHand !== undefined)
  if (refused) return refused
  if (facts.banned) return { ok: false, reason: 'banned', facts: {} }
  if (facts.unsigned && !byHand)
    return { ok: false, reason: 'waiver_missing', facts: facts.unsigned }
  const price = priceNow(facts)
  if (expects !== undefined && expects !== price.minor)
    return { ok: false, reason: 'quote_changed', facts: {} }

  const { mine, course } = facts
  // The row that waits, is held or was offered is the one that enrols: a person has one live row.
  const row = mine && ['held', 'offered', 'waitlisted'].includes(mine.state) ? mine : null
  const id = row?.id ?? newId()
  const done = sql`EXISTS (SELECT 1 FROM enrolments AS enrolment
    WHERE enrolment.id = ${id} AND enrolment.state = 'enrolled'
      AND enrolment.enrolled_at = ${ctx.now})`
  const working = priceWorking(price, ctx.studio)
  const values = { id, priceMinor: price.minor, sessions: price.sessions, working }
  const signed = byHand ? sql`1` : signedSql(ctx, personId)
  const result = await batch(ctx.db, {
    enrol: row
      ? takeStatement(ctx, facts, personId, values, signed)
      : insertStatement(ctx, facts, personId, values, signed),
    audit: byHand
      ? auditStatement(
          ctx,
          {
            action: 'enrolment.added_at_desk',
            subjectKind: 'enrolment',
            subjectId: id,
            reason: byHand.reason,
            detail: { personId, courseId, priceMinor: price.minor },
          },
          rightAfterChange,
        )
      : null,
    ...takeSeatsStatements(ctx, { courseId, enrolmentId: id, personId }, done),
    owed: openItemStatement(
      ctx,
      {
        personId,
        kind: course.kind,
        subjectId: id,
        amountMinor: price.minor,
        working: `${course.name}: ${working}`,
        dedupeKey: `enrolment:${id}`,
      },
      done,
    ),
    ...notifyStatements(
      ctx,
      {
        person,
        course,
        kind: 'course-enrolled',
        cause: id,
        letter: enrolledLetter(ctx, facts, price.minor, working),
      },
      done,
    ),
    ...courseFactStatements(ctx, courseId, personId),
  })
  const after = toCourseFacts(ctx, result, personId)
  if (!after) return { ok: false, reason: 'not_found', facts: {} }
  if (after.mine?.state === 'enrolled') {
    const again = changed(result.enrol) > 0 ? {} : { again: true as const }
    return {
      ok: true,
      enrolmentId: after.mine.id,
      priceMinor: after.mine.priceMinor,
      facts: after,
      ...again,
    }
  }
  return (
    refusalOf(enrolAvailability(after), after, byHand !== undefined) ?? {
      ok: false,
      reason: 'full',
    }
  )
}

/** Why nobody enrols or is kept a place now; null where nothing stands against it. */
export function refusalOf(
  availability: EnrolAvailability,
  facts: CourseFacts,
  byHand: boolean,
): Extract<EnrolResult, { ok: false }> | null {
  if (availability.kind === 'refused') {
    if (
      byHand &&
      overruled.has(availability.reason) &&
      toCome(facts.sessions, facts.now).length > 0
    )
      return null
    const { kind: _, ...refused } = availability
    return { ok: false, ...refused }
  }
  if (availability.kind === 'waitlist') return { ok: false, reason: 'full' }
  // The desk gives a free place to someone on the list by name; anyone who comes before them keeps
  // waiting.
  if (availability.kind === 'waiting' && !byHand) return { ok: false, reason: 'full' }
  return null
}

type Values = { id: string; priceMinor: number; sessions: number; working: string }

export const openSql = ({ studio }: StudioContext, courseId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM courses AS course
    WHERE course.studio_id = ${studio.id} AND course.id = ${courseId} AND course.state = 'open')`

/** People who wait for the course come before anyone new. */
export const promisedSql = ({ studio }: StudioContext, courseId: string): SQL => sql`(
  SELECT ${courseWaitingSql} FROM courses AS course
  WHERE course.studio_id = ${studio.id} AND course.id = ${courseId})`

function insertStatement(
  ctx: ActingContext,
  { course }: CourseFacts,
  personId: string,
  { id, priceMinor, sessions, working }: Values,
  mayTake: SQL,
): Statement<D1Result> {
  const { db, studio, now } = ctx
  return db.run(sql`
    INSERT INTO enrolments (id, studio_id, course_id, person_id, state, enrolled_at, price_minor,
      sessions, working, created_at)
    SELECT ${id}, ${studio.id}, ${course.id}, ${personId}, 'enrolled', ${now}, ${priceMinor},
      ${sessions}, ${working}, ${now}
    WHERE ${openSql(ctx, course.id)} AND ${noOverlapInCourseSql(ctx, course.id, personId)}
      AND ${placeInEachSql(ctx, course.id, personId, promisedSql(ctx, course.id))}
      AND ${mayTake}
    ON CONFLICT DO NOTHING`)
}

/** Takes the place that is kept; from the waitlist, by the desk, only where one is free. */
function takeStatement(
  ctx: ActingContext,
  { course, mine }: CourseFacts,
  personId: string,
  { id, priceMinor, sessions, working }: Values,
  mayTake: SQL,
): Statement<D1Result> {
  const { db, studio, now } = ctx
  const kept = sql`state IN ('held','offered') AND kept_until >= ${now}`
  const waits = sql`state = 'waitlisted' AND ${placeInEachSql(ctx, course.id, personId, sql`0`)}`
  return db.run(sql`
    UPDATE enrolments SET state = 'enrolled', enrolled_at = ${now}, price_minor = ${priceMinor},
      sessions = ${sessions}, working = ${working}, kept_until = NULL
    WHERE studio_id = ${studio.id} AND id = ${id} AND ${openSql(ctx, course.id)}
      AND ${noOverlapInCourseSql(ctx, course.id, personId)}
      AND ${mine?.state === 'waitlisted' ? waits : kept} AND ${mayTake}`)
}

function enrolledLetter(
  { studio }: StudioContext,
  facts: CourseFacts,
  minor: number,
  working: string,
) {
  const { currency, locale } = studio
  const ahead = toCome(facts.sessions, facts.now)
  const dates = ahead.map(({ localStart }) => dayShort(localStart.slice(0, 10), locale)).join(', ')
  return {
    subject: `You’re enrolled: ${facts.course.name}`,
    opening: `You have a place in ${count(ahead.length, 'session')}: ${dates}.`,
    more: [
      minor > 0 ? `${money(minor, currency, locale)} to pay (${working}).` : 'Nothing to pay.',
    ],
  }
}
