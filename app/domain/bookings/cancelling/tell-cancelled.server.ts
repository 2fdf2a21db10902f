import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { givenBackSql } from '#app/domain/billing/open-item-sums.server.ts'
import { addressSql, throughGuardianSql } from '#app/domain/families/letter-address.server.ts'
import { addressedTogether, nameInLetter, oneLetterEach } from '#app/domain/families/one-letter.ts'
import type { Teller } from '#app/domain/messaging/tell-people.server.ts'
import {
  type ClassCancelled,
  classCancelled,
  classCancelledForFamily,
  classCancelledNotice,
} from '#app/messages/class-cancelled.ts'
import type { Letter } from '#app/messages/letter.ts'
import { paths } from '#app/paths.ts'
import type { LocalDate } from '#app/values/zone.ts'
import {
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
} from '../availability/bookable-occurrences.server.ts'
import { messageOf } from '../booking/message-of.ts'

type Affected = {
  seq: number
  bookingId: string
  personId: string
  state: string
  lotName: string | null
  /** Paid by an enrolment: until when the make-up for it is good; null where there is none. */
  enrolmentId: string | null
  makeUpId: string | null
  /** Neither a membership nor a pack paid, and nobody brings them. */
  single: number
  backMinor: number
  makeUpUntil: LocalDate | null
  /** The lot's last day when this very cancel moved it. */
  runsUntil: LocalDate | null
  name: string
  preferredName: string
  email: string
  guardianName: string
}

/**
 * Booking `b`, with its enrolment joined, ended at the instant that its class was cancelled, and
 * its person is notified: not someone who left the course since.
 */
export const endedWithClassSql = sql`b.state IN ('studio_cancelled','not_promoted')
  AND (enrolment.id IS NULL OR enrolment.state IN ('enrolled','completed'))`

/**
 * Everyone who was booked in a class that was cancelled, or waited for it, in order of joining; a
 * guardian once for all their children.
 */
export const tellCancelled: Teller<'class.cancelled'> = {
  message: 'class-cancelled',
  async listReaders(ctx, { subjectId, detail, at }, after, limit) {
    const { db, studio } = ctx
    const affectedStatement = (which: SQL) =>
      db.all<Affected>(sql`
        SELECT b.seq, b.id AS bookingId, b.person_id AS personId, b.state,
          iif(b.guest_of IS NULL, package.name, NULL) AS lotName,
          CASE WHEN lot.extended_at = b.ended_at THEN lot.expires_on END AS runsUntil,
          b.enrolment_id AS enrolmentId, b.make_up_id AS makeUpId,
          b.guest_of IS NULL AND b.membership_id IS NULL AND b.lot_id IS NULL AS single,
          ${givenBackSql(sql`b.studio_id`, sql`b.id`)} AS backMinor,
          make_up.valid_until AS makeUpUntil,
          person.name, person.preferred_name AS preferredName, ${addressSql(sql`b.guardian_id`)}
        FROM bookings AS b JOIN people AS person ON person.id = b.person_id
        LEFT JOIN lots AS lot ON lot.id = b.lot_id
        LEFT JOIN packages AS package ON package.id = lot.package_id
        LEFT JOIN make_ups AS make_up ON make_up.studio_id = b.studio_id
          AND make_up.booking_id = b.id AND make_up.voided_at IS NULL
        LEFT JOIN enrolments AS enrolment ON enrolment.id = b.enrolment_id
        WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${subjectId}
          AND ${endedWithClassSql} AND b.ended_at = ${at} ${which}`)
    const { occurrence, affected, children } = await batch(db, {
      occurrence: db.all<OccurrenceRow>(sql`
        SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
        WHERE o.studio_id = ${studio.id} AND o.id = ${subjectId}`),
      affected: affectedStatement(sql`AND b.seq > ${Number(after)} ORDER BY b.seq LIMIT ${limit}`),
      children: affectedStatement(sql`AND ${throughGuardianSql} ORDER BY b.seq`),
    })
    const [row] = occurrence
    if (!row) return []
    // As it stood when it was cancelled, whatever was made of it since.
    const found = { ...row, localStart: detail.localStart }
    const lettersOf = oneLetterEach(affected, children)
    const messageFor = (person: Affected): ClassCancelled => {
      const { single, backMinor, enrolmentId, makeUpId, makeUpUntil, lotName, runsUntil, state } =
        person
      return {
        ...messageOf(ctx, person, found),
        why: detail.why,
        waiting: state === 'not_promoted',
        lot: lotName === null ? null : { name: lotName, runsUntil },
        course: enrolmentId === null ? null : { makeUpUntil },
        makeUpBack: makeUpId !== null,
        single: single === 1 ? { backMinor } : null,
      }
    }
    return affected.map((person) => {
      const message = messageFor(person)
      const { group, first } = lettersOf(person)
      return {
        position: String(person.seq),
        key: person.bookingId,
        personId: person.personId,
        email: person.email,
        letter: first ? letterTo(group, messageFor) : null,
        notice: {
          text: classCancelledNotice(message),
          path: paths.occurrence(studio, subjectId),
        },
      }
    })
  },
}

/** One letter to a person, or to a guardian about each of their children. */
function letterTo(
  group: readonly Affected[],
  messageFor: (person: Affected) => ClassCancelled,
): Letter | null {
  const [first] = group
  if (!first) return null
  if (group.length === 1) return classCancelled(messageFor(first))
  return classCancelledForFamily(
    { ...messageFor(first), ...addressedTogether(group) },
    group.map((child) => ({ called: nameInLetter(child), message: messageFor(child) })),
  )
}
