/** Letters and notices of an enrolment, for the batch of what they tell of. */
import { type SQL, sql } from 'drizzle-orm'
import { addressed } from '#app/domain/families/addressed.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type CourseLetter, courseLetter } from '#app/messages/course-letter.ts'
import type { Letter } from '#app/messages/letter.ts'
import { paths } from '#app/paths.ts'

export type Told = {
  id: string
  name: string
  preferredName: string
  email: string
  /** Not empty where the address is a guardian's. */
  guardianName?: string
}
type CourseNamed = {
  id: string
  name: string
  firstStart: string
  coachName: string
  roomName: string
}

type EnrolmentNews = {
  person: Told
  course: CourseNamed
  letter: Pick<CourseLetter, 'subject' | 'opening' | 'more' | 'action'>
  /** Where the line in the shell leads; the course itself else. */
  path?: string
}

/**
 * One cause told by email (where there is an address) and in the shell. `kind` and `cause` make it
 * single.
 */
export function notifyStatements(
  ctx: StudioContext,
  { person, course, kind, cause, letter, path }: EnrolmentNews & { kind: string; cause: string },
  onlyIf: SQL = sql`1`,
) {
  const message = messageToEnrolled(ctx, { person, course, letter, ...(path ? { path } : {}) })
  const dedupeKey = `${kind}:${cause}`
  return {
    mail: person.email
      ? queueStatement(
          ctx.db,
          {
            studioId: ctx.studio.id,
            dedupeKey,
            to: person.email,
            kind,
            letter: message.letter,
          },
          ctx.nowMs,
          onlyIf,
        )
      : null,
    notice: noticeStatement(
      ctx,
      { personId: person.id, dedupeKey, kind, ...message.notice },
      onlyIf,
    ),
  }
}

/** The same words as a letter and as a line in the shell. */
export function messageToEnrolled(
  { studio, origin }: StudioContext,
  { person, course, letter, path }: EnrolmentNews,
): { letter: Letter; notice: { text: string; path: string } } {
  const leads = path ?? paths.program(studio, course.id)
  const { name, slug, timeZone, locale, currency } = studio
  return {
    letter: courseLetter({
      ...letter,
      studio: { name, slug, timeZone, locale, currency },
      origin,
      ...addressed(person),
      course: course.name,
      firstStart: course.firstStart,
      coachName: course.coachName,
      roomName: course.roomName,
      action: letter.action ?? { label: 'See the course', path: leads },
    }),
    notice: {
      text: `${course.name}: ${letter.opening} ${(letter.more ?? []).join(' ')}`.trim(),
      path: leads,
    },
  }
}
