/** A day's classes for one person at the desk: what would pay for each, and what is in the way. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  chooseEntitlement,
  type EntitlementChoice,
} from '#app/domain/entitlements/choose-entitlement.ts'
import {
  entitlementsOfStatements,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { levelOpensSql } from '#app/domain/people/levels/held-level-sql.server.ts'
import { personStatement } from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { heldSkillsStatement, toHeldSkills } from '#app/domain/skills/held-skills.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, type LocalDate, type LocalDateTime, localDate } from '#app/values/zone.ts'
import { overlap } from '../availability/availability.ts'
import {
  type ClassToBook,
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
  toClassToBook,
} from '../availability/bookable-occurrences.server.ts'
import { daysAround, membershipUsesStatement } from '../booking-queries.server.ts'

type OwnRow = {
  occurrenceId: string
  state: 'booked' | 'checked_in' | 'attended' | 'waitlisted'
  title: string
  startsAt: Instant
  endsAt: Instant
  localStart: LocalDateTime
}

export type ClassForPerson = {
  occurrence: ClassToBook
  dropInMinor: number | null
  choice: EntitlementChoice
  /** How they are in it already. */
  mine: OwnRow['state'] | null
  /** Another place of theirs at that time. */
  meanwhile: Pick<OwnRow, 'title' | 'localStart'> | null
  below: boolean
  /** A skill the class asks for and they lack. */
  lacks: string | null
}

/** More than any studio has on a day. */
const mostClasses = 200

/**
 * The classes of a day that are not over, as they are for one person; `nextDay` is the first day
 * after it with classes. Null: the studio has no such person. One trip.
 */
export async function bookForPersonPage(ctx: StudioContext, personId: string, day: LocalDate) {
  const { db, studio, now } = ctx
  // An instant is within a day of its date, whatever the zone: that much is found by index.
  const ofDay = sql`o.studio_id = ${studio.id} AND o.starts_at >= ${addDays(day, -1)}
    AND o.starts_at < ${addDays(day, 2)} AND o.local_start >= ${day}
    AND o.local_start < ${addDays(day, 1)}`
  const offered = sql`o.kind IN ('class','course','workshop') AND o.state = 'scheduled'
    AND o.ends_at > ${now}`
  const whose = sql`(${personId})`
  const { memberships, lots, makeUps } = entitlementsOfStatements(ctx, whose)
  const answer = await batch(db, {
    person: personStatement(ctx, personId),
    classes: db.all<OccurrenceRow>(sql`
      SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
      WHERE ${ofDay} AND ${offered} ORDER BY o.starts_at, o.id LIMIT ${mostClasses}`),
    prices: db.all<{ id: string; minor: number | null }>(sql`
      SELECT DISTINCT class_type.id, class_type.drop_in_minor AS minor FROM occurrences AS o
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE ${ofDay} AND ${offered}`),
    own: db.all<OwnRow>(sql`
      SELECT b.occurrence_id AS occurrenceId, b.state, class_type.name AS title,
        o.starts_at AS startsAt, o.ends_at AS endsAt, o.local_start AS localStart
      FROM occurrences AS o
      CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
        AND b.person_id = ${personId}
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE ${ofDay} AND b.state IN ('booked','checked_in','attended','waitlisted')`),
    levels: db.all<{ disciplineId: string; rung: number }>(sql`
      SELECT person_level.discipline_id AS disciplineId, level.rung
      FROM person_levels AS person_level JOIN levels AS level ON level.id = person_level.level_id
      WHERE person_level.studio_id = ${studio.id} AND person_level.person_id = ${personId}
        AND ${levelOpensSql('person_level', sql`${day}`)}`),
    skills: heldSkillsStatement(ctx, personId),
    next: db.all<{ localStart: LocalDateTime }>(sql`
      SELECT o.local_start AS localStart FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.starts_at >= ${day}
        AND o.local_start >= ${addDays(day, 1)} AND ${offered}
      ORDER BY o.starts_at LIMIT 1`),
    memberships,
    lots,
    makeUps,
    uses: membershipUsesStatement(ctx, whose, daysAround(day, addDays(day, 1))),
  })
  const [person] = answer.person
  if (!person) return null
  const held = toHeld(personId, answer)
  const skills = toHeldSkills(answer.skills)
  const classes = answer.classes.map((row): ClassForPerson => {
    const occurrence = toClassToBook(row)
    const { id, disciplineId, minimumLevel, localStart } = occurrence
    const seat = answer.own.find(({ occurrenceId }) => occurrenceId === id)
    const rung = answer.levels.find((level) => level.disciplineId === disciplineId)?.rung ?? 0
    const seated = answer.own.filter(({ state }) => state !== 'waitlisted')
    return {
      occurrence,
      dropInMinor: answer.prices.find((price) => price.id === row.classTypeId)?.minor ?? null,
      choice: chooseEntitlement(held, {
        localStart,
        locationId: occurrence.locationId,
        disciplineId,
        today: localDate(now, studio.timeZone),
        session: occurrence.course ?? null,
      }),
      mine: seat?.state ?? null,
      meanwhile:
        seated.find((other) => other.occurrenceId !== id && overlap(other, occurrence)) ?? null,
      below: minimumLevel !== null && rung < minimumLevel.rung,
      lacks: skills.get(row.classTypeId)?.name ?? null,
    }
  })
  return {
    person: { id: person.id, name: person.name, archived: person.archivedAt !== null },
    classes,
    nextDay: answer.next[0]?.localStart.slice(0, 10) ?? null,
  }
}
