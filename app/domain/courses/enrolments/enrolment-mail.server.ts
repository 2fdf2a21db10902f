/** Letters and notices of an enrolment, for the batch of what they tell of. */
import { type SQL, sql } from 'drizzle-orm'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type CourseLetter, courseLetter } from '#app/messages/course-letter.ts'
import { paths } from '#app/paths.ts'

export type Told = { id: string; name: string; preferredName: string; email: string }
type CourseNamed = {
  id: string
  name: string
  firstStart: string
  coachName: string
  roomName: string
}

/**
 * One cause told by mail (where there is an address) and in the shell. `kind` and `cause` make it
 * single.
 */
export function notifyStatements(
  ctx: StudioContext,
  {
    person,
    course,
    kind,
    cause,
    letter,
    path,
  }: {
    person: Told
    course: CourseNamed
    kind: string
    cause: string
    letter: Pick<CourseLetter, 'subject' | 'opening' | 'more' | 'action'>
    path?: string
  },
  onlyIf: SQL = sql`1`,
) {
  const { studio, origin } = ctx
  const leads = path ?? paths.program(studio, course.id)
  const { name, slug, timeZone, locale, currency } = studio
  return {
    mail: person.email
      ? queueStatement(
          ctx.db,
          {
            studioId: studio.id,
            dedupeKey: `${kind}:${cause}`,
            to: person.email,
            kind,
            letter: courseLetter({
              ...letter,
              studio: { name, slug, timeZone, locale, currency },
              origin,
              name: person.preferredName || (person.name.split(' ')[0] ?? person.name),
              course: course.name,
              firstStart: course.firstStart,
              coachName: course.coachName,
              roomName: course.roomName,
              action: letter.action ?? { label: 'See the course', path: leads },
            }),
          },
          ctx.nowMs,
          onlyIf,
        )
      : null,
    notice: noticeStatement(
      ctx,
      {
        personId: person.id,
        dedupeKey: `${kind}:${cause}`,
        kind,
        text: `${course.name}: ${letter.opening} ${(letter.more ?? []).join(' ')}`.trim(),
        path: leads,
      },
      onlyIf,
    ),
  }
}
