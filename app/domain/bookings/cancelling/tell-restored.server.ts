import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { addressSql, throughGuardianSql } from '#app/domain/families/letter-address.server.ts'
import { addressedTogether, nameInLetter, oneLetterEach } from '#app/domain/families/one-letter.ts'
import type { Teller } from '#app/domain/messaging/tell-people.server.ts'
import {
  type ClassRestored,
  classRestored,
  classRestoredForFamily,
  classRestoredNotice,
} from '#app/messages/class-restored.ts'
import type { Letter } from '#app/messages/letter.ts'
import { paths } from '#app/paths.ts'
import {
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
} from '../availability/bookable-occurrences.server.ts'
import { messageOf } from '../booking/message-of.ts'

type Had = {
  seq: number
  bookingId: string
  personId: string
  name: string
  preferredName: string
  email: string
  guardianName: string
  enrolled: number
}

/**
 * Everyone who had a place, or waited, in a class that was cancelled and takes place after all: by
 * the bookings that ended with it, and those of a course that came back with it.
 */
export const tellRestored: Teller<'class.restored'> = {
  message: 'class-restored',
  async listReaders(ctx, { subjectId, detail: { cancelledAt } }, after, limit) {
    const { db, studio } = ctx
    const hadStatement = (which: SQL) =>
      db.all<Had>(sql`
        SELECT b.seq, b.id AS bookingId, b.person_id AS personId, person.name,
          person.preferred_name AS preferredName, ${addressSql(sql`b.guardian_id`)},
          b.state NOT IN ('studio_cancelled','not_promoted') AS enrolled
        FROM bookings AS b JOIN people AS person ON person.id = b.person_id
        WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${subjectId}
          AND (b.state IN ('studio_cancelled','not_promoted') AND b.ended_at = ${cancelledAt}
            OR b.enrolment_id IS NOT NULL AND b.state IN ('booked','checked_in')
              AND b.created_at <= ${cancelledAt})
          ${which}`)
    const { occurrence, had, children } = await batch(db, {
      occurrence: db.all<OccurrenceRow>(sql`
        SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
        WHERE o.studio_id = ${studio.id} AND o.id = ${subjectId}`),
      had: hadStatement(sql`AND b.seq > ${Number(after)} ORDER BY b.seq LIMIT ${limit}`),
      children: hadStatement(sql`AND ${throughGuardianSql} ORDER BY b.seq`),
    })
    const [found] = occurrence
    if (!found) return []
    const lettersOf = oneLetterEach(had, children)
    return had.map((person) => {
      const { group, first } = lettersOf(person)
      const message: ClassRestored = {
        ...messageOf(ctx, person, found),
        occurrenceId: subjectId,
        inCourse: person.enrolled === 1,
      }
      return {
        position: String(person.seq),
        key: person.bookingId,
        personId: person.personId,
        email: person.email,
        letter: first ? letterTo(message, group) : null,
        notice: { text: classRestoredNotice(message), path: paths.occurrence(studio, subjectId) },
      }
    })
  },
}

/** One letter to a person, or to a guardian about each of their children. */
const letterTo = (message: ClassRestored, group: readonly Had[]): Letter =>
  group.length === 1
    ? classRestored(message)
    : classRestoredForFamily(
        { ...message, ...addressedTogether(group) },
        group.map((child) => ({ called: nameInLetter(child), inCourse: child.enrolled === 1 })),
      )
