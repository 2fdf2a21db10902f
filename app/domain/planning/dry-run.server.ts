import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { paidSql } from '#app/domain/billing/open-item-sums.server.ts'
import { messageOf } from '#app/domain/bookings/booking/message-of.ts'
import { closedRoomsStatement, closureOf } from '#app/domain/calendar/closed-days.server.ts'
import {
  canBeMeant,
  conflictsStatement,
  conflictWords,
  isRefused,
} from '#app/domain/calendar/conflicts.server.ts'
import { lotsToExtendSql, returnedByStudioDays } from '#app/domain/entitlements/ledger.server.ts'
import {
  type Concerned,
  concernedStatement,
  freeOf,
  meetsWords,
} from '#app/domain/scheduling/series/moved-people.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { classCancelledNotice } from '#app/messages/class-cancelled.ts'
import { classesChangedNotice } from '#app/messages/class-changed.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'
import {
  changeWords,
  clashesWithin,
  type PayChange,
  type Place,
  payChanges,
  placeOf,
  staysThere,
  sumPay,
  tells,
} from './plan-effects.ts'
import { type PlannedRow, plannedStatement } from './planned-queries.server.ts'

/**
 * Someone who is told when the row is published, and the sentence they read in the app; the mail
 * says the same.
 */
export type PlannedMessage = { personId: string; name: string; sentence: string }

export type DryRow = {
  row: PlannedRow
  place: Place | null
  what: string
  messages: PlannedMessage[]
  /** Packs that get a credit back, one each: whose, and which. */
  credits: { personId: string; name: string; lotName: string }[]
  /** What goes back to accounts, in minor units: drop-ins that were paid. */
  money: { personId: string; name: string; minor: number }[]
  pay: PayChange[]
  /** Where it meets something: the room, the coach, a block. It can be published all the same. */
  clashes: string[]
  /**
   * The same by id: what someone who publishes it all the same has been shown, but for what is in a
   * room that is never booked twice.
   */
  meets: string[]
  /** Why it cannot be published at all; null where it can. */
  blocked: 'over' | 'in_the_past' | 'closed' | 'below_booked' | 'over_room' | 'never_twice' | null
  closure: string
  /** The class became another since it was planned: it is asked about again. */
  stale: boolean
}

type Booked = {
  occurrenceId: string
  personId: string
  name: string
  preferredName: string
  state: string
  lotName: string | null
  runsUntil: LocalDate | null
  byMakeUp: number
  /** Neither a membership nor a pack paid, and nobody brings them. */
  single: number
  /** What was paid for a drop-in, in minor units. */
  paidMinor: number
}

/**
 * Everything that publishing the plan would do at this moment, row by row; `ids` narrows it to some
 * rows. Nothing is written. Two trips: the rows, then what they touch.
 */
export async function dryRun(ctx: StudioContext, ids: readonly string[] | null): Promise<DryRow[]> {
  const { db, studio, now } = ctx
  const { rows } = await batch(db, { rows: plannedStatement(ctx, ids) })
  if (rows.length === 0) return []
  const places = rows.flatMap((row) => placeOf(row) ?? [])
  const wanted = rows.flatMap((row) => {
    const place = placeOf(row)
    return place ? [{ ...place, roomId: staysThere(row, place) ? null : place.roomId }] : []
  })
  const dates = places.map(({ localStart }) => localStart.slice(0, 10)).sort()
  const occurrences = rows.map(({ occurrenceId }) => occurrenceId)
  const cancelled = JSON.stringify(
    rows.filter(({ action }) => action === 'cancel').map((row) => row.occurrenceId),
  )
  const { taken, concerned, booked, closed } = await batch(db, {
    taken: conflictsStatement(ctx, wanted, { ids: occurrences, most: 1000 }),
    concerned: concernedStatement(
      ctx,
      rows.filter(tells).map((row) => {
        const place = placeOf(row)
        const stays = place?.startsAt === row.startsAt && place.endsAt === row.endsAt
        return { id: row.occurrenceId, ...(stays || !place ? {} : timesOf(place)) }
      }),
    ),
    booked: db.all<Booked>(sql`
      SELECT b.occurrence_id AS occurrenceId, b.person_id AS personId, person.name,
        person.preferred_name AS preferredName, b.state, package.name AS lotName,
        b.make_up_id IS NOT NULL AS byMakeUp,
        b.guest_of IS NULL AND b.membership_id IS NULL AND b.lot_id IS NULL AS single,
        ${paidSql(sql`b.studio_id`, sql`b.id`)} AS paidMinor,
        (SELECT date(expires_on, ${`+${returnedByStudioDays} days`}) FROM lots
          WHERE ${lotsToExtendSql(ctx, sql`SELECT b.lot_id WHERE b.state <> 'waitlisted'`)}
        ) AS runsUntil
      FROM json_each(${cancelled}) AS input
      CROSS JOIN bookings AS b ON b.studio_id = ${studio.id} AND b.occurrence_id = input.value
        AND b.state IN ('booked','checked_in','waitlisted')
      JOIN people AS person ON person.id = b.person_id LEFT JOIN lots AS lot ON lot.id = b.lot_id
      LEFT JOIN packages AS package ON package.id = lot.package_id
      ORDER BY b.seq LIMIT 2000`),
    closed: closedRoomsStatement(ctx, { from: dates[0] ?? '9999', until: dates.at(-1) ?? '0000' }),
  })
  const within = clashesWithin(rows, studio.locale)
  return rows.map((row): DryRow => {
    const place = placeOf(row)
    const closure = place && closureOf(closed, place.roomId, place.localStart.slice(0, 10))
    const own = taken.filter(({ forId }) => forId === row.id)
    const meeting = concerned.filter(({ occurrenceId }) => occurrenceId === row.occurrenceId)
    const people = booked.filter(({ occurrenceId }) => occurrenceId === row.occurrenceId)
    return {
      row,
      place,
      closure: closure?.name ?? '',
      what: changeWords(row, studio.locale),
      messages:
        row.action === 'cancel'
          ? people.map((person) => cancelMessage(ctx, row, person))
          : meeting.map((person) => changeMessage(ctx, person, place)),
      credits: people.flatMap(({ personId, name, lotName, state }) =>
        lotName !== null && state !== 'waitlisted' ? [{ personId, name, lotName }] : [],
      ),
      money: people.flatMap(({ personId, name, paidMinor, state }) =>
        paidMinor > 0 && state !== 'waitlisted' ? [{ personId, name, minor: paidMinor }] : [],
      ),
      pay: payChanges(row),
      clashes: [
        ...conflictWords(own, ctx),
        ...meetsWords(meeting, ctx),
        ...(within.get(row.id)?.words ?? []),
      ],
      meets: canBeMeant(own),
      blocked:
        blockedBy(row, place, closure !== undefined && closure !== null, now) ??
        (own.some(isRefused) || within.get(row.id)?.refused ? 'never_twice' : null),
      stale: row.sequence !== row.plannedSequence,
    }
  })
}

const timesOf = ({ startsAt, endsAt }: Place) => ({ startsAt, endsAt })

function blockedBy(
  row: PlannedRow,
  place: Place | null,
  closed: boolean,
  now: Instant,
): DryRow['blocked'] {
  const open = row.action === 'publish' ? row.state === 'draft' : row.state === 'scheduled'
  // A press that was cut off between the cancel and its messages is finished by the next.
  if (row.action === 'cancel' && row.state === 'cancelled') return null
  if (!open || row.startsAt <= now) return 'over'
  if (place && place.startsAt <= now) return 'in_the_past'
  if (closed) return 'closed'
  const capacity = row.wantedCapacity ?? row.capacity
  if (row.action === 'change' && row.booked > capacity) return 'below_booked'
  return capacity > row.roomHolds ? 'over_room' : null
}

function changeMessage(ctx: StudioContext, person: Concerned, place: Place | null): PlannedMessage {
  const { name, slug, timeZone, locale } = ctx.studio
  const { title, was } = person
  const became = place && {
    was,
    localStart: place.localStart,
    coachName: place.coachName,
    roomName: place.roomName,
    free: freeOf(person),
  }
  return {
    personId: person.personId,
    name: person.name,
    sentence: classesChangedNotice({
      studio: { name, slug, timeZone, locale },
      origin: ctx.origin,
      name: person.name,
      title,
      classes: became ? [became] : [],
    }),
  }
}

function cancelMessage(ctx: StudioContext, row: PlannedRow, person: Booked): PlannedMessage {
  const { personId, name, lotName, runsUntil, state, byMakeUp, single, paidMinor } = person
  const waiting = state === 'waitlisted'
  return {
    personId,
    name,
    sentence: classCancelledNotice({
      ...messageOf(ctx, person, row),
      why: row.reason,
      waiting,
      lot: lotName === null || waiting ? null : { name: lotName, runsUntil },
      makeUpBack: byMakeUp === 1,
      single: single === 1 ? { backMinor: paidMinor } : null,
    }),
  }
}

export type PlanTotals = {
  messages: number
  people: number
  credits: number
  moneyMinor: number
  pay: PayChange[]
}

/** What the rows come to together. */
export function totalsOf(rows: readonly DryRow[]): PlanTotals {
  const messages = rows.flatMap((row) => row.messages)
  return {
    messages: messages.length,
    people: new Set(messages.map(({ personId }) => personId)).size,
    credits: rows.reduce((sum, { credits }) => sum + credits.length, 0),
    moneyMinor: rows.reduce(
      (sum, { money }) => sum + money.reduce((own, { minor }) => own + minor, 0),
      0,
    ),
    pay: sumPay(rows.flatMap(({ pay }) => pay)),
  }
}
