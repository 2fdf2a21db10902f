import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  type ClassesChanged,
  classesChanged,
  classesChangedNotice,
} from '#app/messages/class-changed.ts'
import { paths } from '#app/paths.ts'

/** Somebody with a place, or who waits, in a class that changes. */
export type Concerned = {
  personId: string
  name: string
  preferredName: string
  email: string
  occurrenceId: string
  title: string
  was: string
}

export function concernedStatement(
  { db, studio }: StudioContext,
  occurrenceIds: readonly string[],
) {
  return db.all<Concerned>(sql`
    SELECT b.person_id AS personId, person.name, person.preferred_name AS preferredName,
      person.email, o.id AS occurrenceId, class_type.name AS title, o.local_start AS was
    FROM json_each(${JSON.stringify(occurrenceIds)}) AS input
    CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = input.value
    CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
      AND b.state IN ('booked','waitlisted','checked_in')
    JOIN people AS person ON person.id = b.person_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    ORDER BY o.starts_at LIMIT 2000`)
}

/** How a class will be, for the letter. */
export type Became = { localStart: string; coachName: string; roomName: string }

/**
 * One letter and one notice a person, for the batch of the change; `changeId` makes them single,
 * `onlyIf` true.
 */
export function notifyChangedStatements(
  ctx: StudioContext,
  concerned: readonly Concerned[],
  became: ReadonlyMap<string, Became>,
  changeId: string,
  onlyIf: SQL,
): Record<string, Statement<D1Result>> {
  const { name, slug, timeZone, locale } = ctx.studio
  const statements: Record<string, Statement<D1Result>> = {}
  for (const personId of new Set(concerned.map((one) => one.personId))) {
    const own = concerned.filter((one) => one.personId === personId)
    const [person] = own
    const classes = own.flatMap(({ occurrenceId, was }) => {
      const now = became.get(occurrenceId)
      return now ? [{ was, ...now }] : []
    })
    if (!person || classes.length === 0) continue
    const message: ClassesChanged = {
      studio: { name, slug, timeZone, locale },
      origin: ctx.origin,
      name: person.preferredName || (person.name.split(' ')[0] ?? person.name),
      title: person.title,
      classes,
    }
    const dedupeKey = `class-changed:${changeId}:${personId}`
    const path =
      classes.length === 1
        ? paths.occurrence(ctx.studio, person.occurrenceId)
        : paths.portal(ctx.studio)
    const text = classesChangedNotice(message)
    statements[`notice${personId}`] = noticeStatement(
      ctx,
      { personId, dedupeKey, kind: 'class-changed', text, path },
      onlyIf,
    )
    if (person.email) {
      const mail = {
        studioId: ctx.studio.id,
        dedupeKey,
        to: person.email,
        kind: 'class-changed',
        letter: classesChanged(message),
      }
      statements[`mail${personId}`] = queueStatement(ctx.db, mail, ctx.nowMs, onlyIf)
    }
  }
  return statements
}
