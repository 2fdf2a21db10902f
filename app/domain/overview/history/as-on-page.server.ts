import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { freezesSql } from '#app/domain/entitlements/entitlement-queries.server.ts'
import { notStarted, packUntilWords } from '#app/domain/entitlements/lot-end.ts'
import { laddersStatement, personStatement } from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { formatsAt } from '#app/values/formats.ts'
import { count, dateTime, dayMonthYear } from '#app/values/wording.ts'
import { ageOn, endOfDay, type LocalDate, localDate } from '#app/values/zone.ts'
import { type HeldThen, heldOn, type LevelChange, levelOn } from './as-on.ts'

type MembershipThen = Omit<HeldThen, 'freezes'> & { id: string; freezes: string }
type LotThen = { id: string; name: string; expiresOn: LocalDate; credits: number; left: number }
type ChangeThen = { disciplineId: string; detail: string; at: string }
type ClassThen = { id: string; title: string; localStart: string; state: string }

/** How somebody's record was on a day, as its page says it. */
export type PersonAsOn = {
  person: { id: string; name: string; joined: string; notYet: boolean; age: string }
  memberships: { id: string; name: string; note: string; warn: boolean }[]
  packs: { id: string; name: string; note: string }[]
  levels: { discipline: string; level: string }[]
  classes: { id: string; title: string; note: string }[]
}

/**
 * Plan, credits, level and classes of a person at the end of a day that is not after today; null
 * where the studio has no such person. Memberships by the days they entitled, credits by the entries
 * written until then, levels by the day they were reached. A later last day of a pack counts, and a
 * debt of then is not known. One trip.
 */
export async function personAsOn(
  ctx: StudioContext,
  personId: string,
  day: LocalDate,
): Promise<PersonAsOn | null> {
  const { db, studio, now } = ctx
  const until = endOfDay(day, studio.timeZone)
  const answer = await batch(db, {
    person: personStatement(ctx, personId),
    memberships: db.all<MembershipThen>(sql`
      SELECT membership.id, plan.name, membership.state, membership.starts_on AS startsOn,
        membership.ends_on AS endsOn, ${freezesSql()} AS freezes
      FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
      WHERE membership.studio_id = ${studio.id} AND membership.person_id = ${personId}
        AND membership.starts_on <= ${day}
      ORDER BY membership.starts_on, membership.id`),
    lots: db.all<LotThen>(sql`
      SELECT lot.id, package.name, lot.expires_on AS expiresOn, package.credits,
        (SELECT coalesce(sum(amount), 0) FROM entries
          WHERE studio_id = lot.studio_id AND lot_id = lot.id AND created_at <= ${until}) AS left
      FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
      WHERE lot.studio_id = ${studio.id} AND lot.person_id = ${personId}
        AND lot.purchased_at <= ${until} AND lot.expires_on >= ${day}
        AND (lot.refunded_at IS NULL OR lot.refunded_at > ${until})
      ORDER BY lot.expires_on, lot.id`),
    ladders: laddersStatement(ctx, personId),
    changes: db.all<ChangeThen>(sql`
      SELECT json_extract(audit.detail, '$.disciplineId') AS disciplineId, audit.detail,
        audit.created_at AS at
      FROM audit_entries AS audit INDEXED BY audit_entries_by_subject
      WHERE audit.studio_id = ${studio.id} AND audit.subject_kind = 'person'
        AND audit.subject_id = ${personId} AND audit.action = 'level.set'
        AND NOT EXISTS (SELECT 1 FROM audit_entries AS undo WHERE undo.id = 'undo-' || audit.id)
      ORDER BY audit.created_at DESC, audit.id DESC`),
    classes: db.all<ClassThen>(sql`
      SELECT b.id, class_type.name AS title, o.local_start AS localStart, b.state
      FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE b.studio_id = ${studio.id} AND b.person_id = ${personId}
        AND o.local_start >= ${day} AND o.local_start < ${`${day}U`}
        AND b.state IN ('booked','checked_in','attended','no_show','late_cancelled')
      ORDER BY o.local_start`),
  })
  const [person] = answer.person
  if (!person) return null
  const { locale } = studio
  const { today } = formatsAt(studio, now)
  return {
    person: {
      id: person.id,
      name: person.name,
      joined: dayMonthYear(person.joinedOn, locale),
      notYet: person.joinedOn > day,
      age: person.birthDate && person.birthDate <= day ? `${ageOn(person.birthDate, day)}` : '',
    },
    memberships: answer.memberships.flatMap(({ id, ...row }) => {
      const freezes = JSON.parse(row.freezes) as HeldThen['freezes']
      const held = heldOn({ ...row, freezes }, day)
      return held === 'not'
        ? []
        : [
            {
              id,
              name: row.name,
              note: held === 'frozen' ? 'Frozen' : `Since ${dayMonthYear(row.startsOn, locale)}`,
              warn: held === 'frozen',
            },
          ]
    }),
    packs: answer.lots.map(({ id, name, expiresOn, credits, left }) => ({
      id,
      name,
      note: `${count(left, 'credit')} of ${credits} left${
        expiresOn === notStarted ? '' : `, ${packUntilWords(expiresOn, locale, today)}`
      }`,
    })),
    levels: levelsThen(answer, day, studio.timeZone),
    classes: answer.classes.map(({ id, title, localStart, state }) => ({
      id,
      title,
      note: [dateTime(localStart, locale), outcomes[state]].filter(Boolean).join(', '),
    })),
  }
}

const outcomes: Readonly<Record<string, string>> = {
  checked_in: 'came',
  attended: 'came',
  no_show: 'didn’t come',
  late_cancelled: 'cancelled late',
}

type Rungs = {
  ladders: {
    disciplineId: string
    discipline: string
    levelId: string
    level: string
    held: number
    since: string | null
  }[]
  changes: ChangeThen[]
}

function levelsThen({ ladders, changes }: Rungs, day: LocalDate, timeZone: string) {
  const disciplines = new Map(ladders.map((rung) => [rung.disciplineId, rung.discipline]))
  return [...disciplines].flatMap(([id, discipline]) => {
    const held = ladders.find((rung) => rung.disciplineId === id && rung.held === 1)
    const now = held?.since ? { levelId: held.levelId, since: held.since } : null
    const made = changes
      .filter(({ disciplineId }) => disciplineId === id)
      .map(({ detail, at }): LevelChange => {
        const { before, after } = JSON.parse(detail) as Pick<LevelChange, 'before' | 'after'>
        return { before, after, on: localDate(at, timeZone) }
      })
    const levelId = levelOn(now, made, day)
    const level = ladders.find((rung) => rung.levelId === levelId)?.level
    return level ? [{ discipline, level }] : []
  })
}
