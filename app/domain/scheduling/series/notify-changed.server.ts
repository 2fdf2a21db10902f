import { sql } from 'drizzle-orm'
import type { Teller } from '#app/domain/messaging/tell-people.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { classesChanged, classesChangedNotice } from '#app/messages/class-changed.ts'
import { paths } from '#app/paths.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

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

const concernedSql = sql`b.state IN ('booked','waitlisted','checked_in')`

/** Who is concerned by a plan of changes, class by class, for the page before the press. */
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
      AND ${concernedSql}
    JOIN people AS person ON person.id = b.person_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    ORDER BY o.starts_at LIMIT 2000`)
}

/** Classes as they are before a change, in the order of time, and how many people are in them. */
export const changingStatements = (
  { db, studio }: StudioContext,
  occurrenceIds: readonly string[],
) => {
  const input = sql`json_each(${JSON.stringify(occurrenceIds)}) AS input`
  return {
    changing: db.all<{ id: string; was: LocalDateTime }>(sql`
      SELECT o.id, o.local_start AS was FROM ${input}
      CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = input.value
      ORDER BY o.starts_at`),
    concerned: db.all<{ people: number }>(sql`
      SELECT count(DISTINCT b.person_id) AS people FROM ${input}
      CROSS JOIN bookings AS b ON b.studio_id = ${studio.id} AND b.occurrence_id = input.value
        AND ${concernedSql}`),
  }
}

type InClasses = {
  personId: string
  name: string
  preferredName: string
  email: string
  title: string
  /** JSON: ids of their classes. */
  occurrences: string
}

/**
 * Everybody who had a place, or waited, in classes that changed and still does: one letter and one
 * notice about all of theirs.
 */
export const tellChanged: Teller<'classes.changed'> = {
  message: 'class-changed',
  async listReaders(ctx, { detail: { classes }, at }, after, limit) {
    const { db, studio, origin } = ctx
    const { name, slug, timeZone, locale } = studio
    const people = await db.all<InClasses>(sql`
      SELECT b.person_id AS personId, person.name, person.preferred_name AS preferredName,
        person.email, min(class_type.name) AS title, json_group_array(o.id) AS occurrences
      FROM json_each(${JSON.stringify(classes.map(({ id }) => id))}) AS input
      CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = input.value
      CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
        AND ${concernedSql} AND b.created_at <= ${at}
      JOIN people AS person ON person.id = b.person_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE b.person_id > ${after}
      GROUP BY b.person_id ORDER BY b.person_id LIMIT ${limit}`)
    return people.map((person) => {
      const own = new Set(JSON.parse(person.occurrences) as string[])
      const theirs = classes.filter(({ id }) => own.has(id))
      const message = {
        studio: { name, slug, timeZone, locale },
        origin,
        name: person.preferredName || (person.name.split(' ')[0] ?? person.name),
        title: person.title,
        classes: theirs,
      }
      const [only] = theirs
      return {
        position: person.personId,
        key: person.personId,
        personId: person.personId,
        email: person.email,
        letter: classesChanged(message),
        notice: {
          text: classesChangedNotice(message),
          path:
            only && theirs.length === 1 ? paths.occurrence(studio, only.id) : paths.portal(studio),
        },
      }
    })
  },
}
