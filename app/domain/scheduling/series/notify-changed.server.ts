import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { addressed } from '#app/domain/families/addressed.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { addressedTogether, nameInLetter, oneLetterEach } from '#app/domain/families/one-letter.ts'
import type { ChangedOccurrence } from '#app/domain/happenings/happening-kinds.ts'
import type { Teller } from '#app/domain/messaging/tell-people.server.ts'
import { heldThenSql, overlappingSql, seatedSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  type ChangedClass,
  classesChanged,
  classesChangedNotice,
  type FreeAfterMove,
} from '#app/messages/class-changed.ts'
import { paths } from '#app/paths.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import { concernedSql } from './moved-people.server.ts'
import type { ClassUpdate } from './plan-series-change.ts'

export type ClassBefore = { id: string; was: LocalDateTime }

/** Classes as they are before a change, in the order of time, and how many people are in them. */
export const changingStatements = (
  { db, studio }: StudioContext,
  occurrenceIds: readonly string[],
) => {
  const input = sql`json_each(${JSON.stringify(occurrenceIds)}) AS input`
  return {
    before: db.all<ClassBefore>(sql`
      SELECT o.id, o.local_start AS was FROM ${input}
      CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = input.value
      ORDER BY o.starts_at`),
    concerned: db.all<{ people: number }>(sql`
      SELECT count(DISTINCT b.person_id) AS people FROM ${input}
      CROSS JOIN bookings AS b ON b.studio_id = ${studio.id} AND b.occurrence_id = input.value
        AND ${concernedSql}`),
  }
}

/** The classes of a change as they were and as they are, for the log. */
export function changedClasses(
  before: readonly ClassBefore[],
  updates: readonly ClassUpdate[],
  names: ReadonlyMap<string, string>,
): ChangedOccurrence[] {
  const byId = new Map(updates.map((update) => [update.id, update]))
  return before.flatMap(({ id, was }) => {
    const update = byId.get(id)
    if (!update) return []
    return {
      id,
      was,
      localStart: update.times?.localStart ?? was,
      coachName: names.get(update.coachId) ?? '',
      roomName: names.get(update.roomId) ?? '',
    }
  })
}

type InClasses = {
  personId: string
  name: string
  preferredName: string
  email: string
  guardianName: string
  title: string
  /** JSON: their classes. */
  occurrences: string
}

/** Those of the classes that someone is in, with what holds for them at the time of telling. */
function theirsOf(
  { occurrences }: InClasses,
  classes: readonly ChangedOccurrence[],
): (ChangedOccurrence & ChangedClass)[] {
  const rows = JSON.parse(occurrences) as { id: string; free: FreeAfterMove | null }[]
  const own = new Map(rows.map(({ id, free }) => [id, { free }]))
  return classes.flatMap((one) => {
    const told = own.get(one.id)
    return told ? [{ ...one, ...told }] : []
  })
}

/**
 * Everyone who had a place, or waited, in classes that changed and still does: one letter and one
 * notice about all of theirs; to a guardian one letter for all their children.
 */
export const tellChanged: Teller<'classes.changed'> = {
  message: 'class-changed',
  async listReaders(ctx, { detail: { classes }, at }, after, limit) {
    const { db, studio, origin } = ctx
    const { name, slug, timeZone, locale } = studio
    const meets = heldThenSql(sql`other_type.name`, 'b', overlappingSql('other'))
    // Who is free to cancel until the start is so since the change, or one before it.
    const peopleStatement = (which: SQL, most: SQL = sql``) =>
      db.all<InClasses>(sql`
      SELECT b.person_id AS personId, person.name, person.preferred_name AS preferredName,
        ${addressSql()}, min(class_type.name) AS title, json_group_array(json_object('id', o.id,
          'free', json(CASE WHEN ${seatedSql('b')} AND b.cutoff_at = o.starts_at THEN
            json_object('meets', ${meets}) END))) AS occurrences
      FROM json_each(${JSON.stringify(classes.map(({ id }) => id))}) AS input
      CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = input.value
      CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
        AND ${concernedSql} AND b.created_at <= ${at}
      JOIN people AS person ON person.id = b.person_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE ${which} GROUP BY b.person_id ORDER BY b.person_id ${most}`)
    const { people, children } = await batch(db, {
      people: peopleStatement(sql`b.person_id > ${after}`, sql`LIMIT ${limit}`),
      children: peopleStatement(sql`person.email = ''`),
    })
    const lettersOf = oneLetterEach(people, children)
    return people.map((person) => {
      const theirs = theirsOf(person, classes)
      const { group, first } = lettersOf(person)
      const message = {
        studio: { name, slug, timeZone, locale },
        origin,
        ...addressed(person),
        title: person.title,
        classes: theirs,
      }
      const ofAll = {
        ...message,
        ...addressedTogether(group),
        classes: group.flatMap((one) =>
          theirsOf(one, classes).map((changed) => ({ ...changed, whose: nameInLetter(one) })),
        ),
      }
      const [only] = theirs
      return {
        position: person.personId,
        key: person.personId,
        personId: person.personId,
        email: person.email,
        letter: first ? classesChanged(group.length > 1 ? ofAll : message) : null,
        notice: {
          text: classesChangedNotice(message),
          path:
            only && theirs.length === 1 ? paths.occurrence(studio, only.id) : paths.portal(studio),
        },
      }
    })
  },
}
