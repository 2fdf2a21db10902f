/** Courses and workshops for tests, made by the same use case as the product's. */
import { sql } from 'drizzle-orm'
import { createCourse, type NewCourse } from '#app/domain/courses/create-course.server.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Person, World } from './world.ts'

/** Six Tuesdays from 5 January 2027, 18:30: 5, 12, 19, 26 January, 2 and 9 February. */
const sixTuesdays = [
  '2027-01-05',
  '2027-01-12',
  '2027-01-19',
  '2027-01-26',
  '2027-02-02',
  '2027-02-09',
].map((date) => `${date}T18:30`)

/**
 * £90.00, 8 places, make-ups with a limit of 4 hours, late joins, everything back until 2 days
 * before.
 */
export async function givenCourse(
  w: World,
  more: Partial<NewCourse> = {},
  now: Instant = '2026-12-01T09:00:00Z',
) {
  // Courses of a story meet where the story wants it.
  const draft = courseDraft(w, { anyway: true, ...more })
  const result = await createCourse(w.asDesk(now), draft)
  if (!result.ok) throw new Error(`The course was refused: ${result.reason}`)
  const sessions = await w.db.all<{ id: string }>(sql`
    SELECT id FROM occurrences WHERE studio_id = ${w.studio.id} AND series_id = ${result.courseId} ORDER BY starts_at`)
  return { id: result.courseId, sessions: sessions.map(({ id }) => id) }
}

/** The same as a form would have it. */
export function courseDraft(w: World, more: Partial<NewCourse> = {}): NewCourse {
  return {
    kind: 'course',
    name: 'Beginner pole',
    description: '',
    bring: '',
    levelId: null,
    disciplineId: w.ids.pole,
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    policyId: w.ids.policyId,
    capacity: 8,
    minutes: 60,
    starts: sixTuesdays,
    rrule: '',
    priceMinor: 9_000,
    tiers: [],
    lateJoin: 3,
    dropIns: false,
    dropInMinor: null,
    makeUpHours: 4,
    makeUpDays: 14,
    takesMakeUps: true,
    withdrawal: [
      { days: 2, percent: 100 },
      { days: 0, percent: 50 },
    ],
    withdrawalRunning: 0,
    waitlistLimit: 20,
    offerHours: 24,
    opensAt: null,
    followsId: null,
    reEnrolUntil: null,
    minimumAge: null,
    maximumAge: null,
    minimumPeople: null,
    decideAt: null,
    guestName: '',
    guestPercent: 0,
    guestFixedMinor: 0,
    guestMinimumMinor: 0,
    ...more,
  }
}

/** Enrols people one after the other; throws where one is refused. */
export async function enrolAll(
  w: World,
  courseId: string,
  people: readonly Person[],
  now: Instant,
): Promise<void> {
  for (const person of people) {
    const result = await enrolPerson(w.asMember(person, now), courseId, person.id)
    if (!result.ok) throw new Error(`${person.name} was refused: ${result.reason}`)
  }
}

/** The state of a person's latest enrolment. */
export async function enrolmentOf({ db, studio }: World, courseId: string, person: Person) {
  const [row] = await db.all<{
    id: string
    state: string
    keptUntil: string | null
    priceMinor: number
  }>(sql`
    SELECT id, state, kept_until AS keptUntil, price_minor AS priceMinor FROM enrolments
    WHERE studio_id = ${studio.id} AND course_id = ${courseId} AND person_id = ${person.id} ORDER BY seq DESC LIMIT 1`)
  return row
}

/** A person's open items as `kind amount state`, oldest first. */
export async function itemsOf({ db, studio }: World, person: Person): Promise<string[]> {
  const rows = await db.all<{ kind: string; amountMinor: number; state: string }>(sql`
    SELECT kind, amount_minor AS amountMinor, state FROM open_items
    WHERE studio_id = ${studio.id} AND person_id = ${person.id} ORDER BY created_at, rowid`)
  return rows.map(({ kind, amountMinor, state }) => `${kind} ${amountMinor} ${state}`)
}

/** A person's make-ups by their last day. */
export async function makeUpsOf(
  { db, studio }: World,
  person: Person,
): Promise<{ id: string; validUntil: string }[]> {
  return db.all(sql`
    SELECT id, valid_until AS validUntil FROM make_ups
    WHERE studio_id = ${studio.id} AND person_id = ${person.id} AND voided_at IS NULL ORDER BY valid_until`)
}

/** People in each session, in order of time. */
export async function seatsOf({ db, studio }: World, courseId: string): Promise<number[]> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT (SELECT count(*) FROM bookings AS b WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id
      AND b.state IN ('booked','checked_in','attended','no_show')) AS n
    FROM occurrences AS o WHERE o.studio_id = ${studio.id} AND o.series_id = ${courseId} ORDER BY o.starts_at`)
  return rows.map(({ n }) => n)
}
