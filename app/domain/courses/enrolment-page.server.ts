import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { moneyOfSubjectsStatement } from '#app/domain/billing/open-items.server.ts'
import type { StudioContext } from '#app/domain/studios/contexts.ts'
import { dayShort, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { personInCourseWords } from './course-desk-words.ts'
import { peopleInCourseStatement } from './course-desk-page.server.ts'
import { courseFactStatements, toCourseFacts } from './course-queries.server.ts'
import type { CourseFacts } from './course-view.ts'
import { dueWords, transferQuote } from './transfer-person.server.ts'

/** One enrolment as the desk sees it: the facts of its course and person, and what is open. Null for any other id. */
export async function enrolmentAtDesk(ctx: StudioContext, courseId: string, enrolmentId: string) {
  const { db, studio } = ctx
  const { who, people, money: owed } = await batch(db, {
    who: db.all<{ personId: string }>(sql`
      SELECT person_id AS personId FROM enrolments
      WHERE studio_id = ${studio.id} AND course_id = ${courseId} AND id = ${enrolmentId}`),
    people: peopleInCourseStatement(ctx, courseId),
    money: moneyOfSubjectsStatement(ctx, sql`${enrolmentId}`),
  })
  const [found] = who
  const row = people.find(({ id }) => id === enrolmentId)
  if (!found || !row) return null
  const { personId } = found
  const facts = toCourseFacts(ctx, await batch(db, courseFactStatements(ctx, courseId, personId)), personId)
  if (!facts) return null
  const openMinor = owed[0]?.openMinor ?? 0
  const amount = money(Math.abs(openMinor), studio.currency, studio.locale)
  return {
    facts,
    person: { id: personId, name: row.name },
    words: personInCourseWords({ ...row, openMinor }, true, studio),
    open: openMinor > 0 ? `${amount} is paid` : openMinor < 0 ? `${amount} is given back` : null,
  }
}

/** So many other courses are offered to change to. */
const most = 6

/** Courses of the same kind and discipline with a place for the person, each with what the change costs. */
export async function courseChoicesToChangeTo(ctx: StudioContext, from: CourseFacts, personId: string) {
  const { db, studio, now } = ctx
  const others = await db.all<{ id: string }>(sql`
    SELECT z.id FROM courses AS z JOIN class_types AS t ON t.id = z.class_type_id
    WHERE z.studio_id = ${studio.id} AND z.kind = ${from.course.kind} AND z.state = 'open'
      AND z.last_start >= ${localDate(now, studio.timeZone)} AND z.id <> ${from.course.id}
      AND t.discipline_id = ${from.course.disciplineId}
    ORDER BY z.first_start LIMIT ${most}`)
  if (others.length === 0) return []
  // One batch for all of them: each course's statements under names of their own.
  const named = Object.fromEntries(
    others.flatMap(({ id }, i) =>
      Object.entries(courseFactStatements(ctx, id, personId)).map(([name, statement]) => [`${name}${i}`, statement]),
    ),
  )
  const rows = (await batch(db, named)) as Record<string, never>
  return others.flatMap(({ id }, i) => {
    const own = <Name extends string>(name: Name) => rows[`${name}${i}`] as never
    const facts = toCourseFacts(
      ctx,
      {
        course: own('course'),
        tiers: own('tiers'),
        sessions: own('sessions'),
        mine: own('mine'),
        about: own('about'),
        overlaps: own('overlaps'),
      },
      personId,
    )
    const quote = facts && transferQuote(from, facts)
    if (!facts || !quote) return []
    const { name, firstStart, coachName } = facts.course
    const back = money(quote.creditMinor, studio.currency, studio.locale)
    const price = money(quote.price.minor, studio.currency, studio.locale)
    return [
      {
        id,
        name,
        when: `${dayShort(firstStart.slice(0, 10), studio.locale)}, ${coachName}`,
        dueMinor: quote.dueMinor,
        words: `From ${dayShort(firstStart.slice(0, 10), studio.locale)}: ${price}, less ${back} for ${quote.sessions} of ${quote.of} still to come. ${dueWords(quote.dueMinor, studio)}`,
      },
    ]
  })
}
