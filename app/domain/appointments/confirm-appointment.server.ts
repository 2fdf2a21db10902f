import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { openItemStatement } from '#app/domain/billing/open-items.server.ts'
import { appointmentSeatStatement } from '#app/domain/bookings/availability/appointment-seats.server.ts'
import { noneOverlapSql } from '#app/domain/bookings/availability/seat-guards.server.ts'
import { isDearer, type ShownCost } from '#app/domain/bookings/cancelling/shown-cost.ts'
import { signedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { spendStatement } from '#app/domain/entitlements/ledger.server.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import { lotPaysSql } from '#app/domain/places/pays-guards.server.ts'
import type { Actor, MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { dayLongTime } from '#app/values/wording.ts'
import { appointmentsStatement, toType, typesStatement } from './appointment-queries.server.ts'
import {
  type Appointment,
  type AppointmentRefusal,
  type AppointmentType,
  appointmentTerms,
  asHeld,
  priceFor,
} from './appointment-view.ts'
import {
  costOfLeaving,
  type Leaving,
  leaveStatements,
  leavingStatements,
  toLeaving,
} from './leave-appointment.server.ts'
import { notifyStatements } from './notify-appointment.server.ts'
import { coveredSql } from './paying-lots.server.ts'
import { requestTaskStatement } from './request-task.server.ts'

export type ConfirmResult =
  | { ok: true; appointment: Appointment; requested: boolean; again?: true }
  | { ok: false; reason: AppointmentRefusal }

export type Confirmation = {
  people: number
  /** Names of those who come along. */
  guests?: string
  /** A lot of the person that pays; left out, the price goes on the account. */
  lotId?: string
  /** Further people of the studio who come along, each with a place of their own. */
  companionIds?: readonly string[]
  /** Confirmed at once, as staff do, whatever the type says. */
  instant?: boolean
  /** What giving up the appointment that it moves cost on the page. */
  shown?: ShownCost
}

/**
 * Makes a hold an appointment, or a request where the type asks for approval: the places are
 * booked, a credit is spent or the price goes on the account, and an appointment that it moves is
 * given up in the same batch (late where its cut-off is over). A request leaves that one as it is
 * until it is approved, and takes a credit that comes back from it then. Refuses a hold that is over its 10
 * minutes (`lapsed`), something else at the time (`overlaps`), too many people, and a package that
 * cannot pay, and a move that costs more than `shown` (`dearer`). Confirming twice is once. Two
 * trips.
 */
export async function confirmAppointment(
  ctx: StudioContext & { actor: Actor },
  personId: string,
  appointmentId: string,
  wish: Confirmation,
): Promise<ConfirmResult> {
  const { db, studio } = ctx
  const own = sql`appointment.id = ${appointmentId} AND appointment.person_id = ${personId}`
  const read = await batch(db, {
    found: appointmentsStatement(ctx, own, 1),
    types: typesStatement(
      ctx,
      sql`appointment_type.id = (SELECT appointment.type_id FROM appointments AS appointment
        WHERE appointment.studio_id = ${studio.id} AND appointment.id = ${appointmentId})`,
    ),
    ...leavingStatements(
      ctx,
      personId,
      sql`(SELECT moving.moves_id FROM appointments AS moving
        WHERE moving.studio_id = ${studio.id} AND moving.id = ${appointmentId})`,
    ),
  })
  const [[was], [typeRow]] = [read.found, read.types]
  if (!was || !typeRow) return { ok: false, reason: 'not_found' }
  if (was.state === 'confirmed' || was.state === 'requested') {
    return { ok: true, appointment: was, requested: was.state === 'requested', again: true }
  }
  if (was.state !== 'held') return { ok: false, reason: 'lapsed' }
  const type = asHeld(toType(typeRow), was)
  const companions = [...new Set(wish.companionIds ?? [])].filter((id) => id !== personId)
  if (wish.people < 1 + companions.length || wish.people > type.people)
    return { ok: false, reason: 'people' }
  const old = was.movesId ? toLeaving(ctx, read) : null
  if (was.movesId && !old) return { ok: false, reason: 'over' }
  if (old && wish.shown && isDearer(costOfLeaving(old, ctx), wish.shown))
    return { ok: false, reason: 'dearer' }

  const statements = confirmStatements(ctx, was, type, { ...wish, companionIds: companions }, old)
  const result = await batch(db, {
    ...statements,
    found: appointmentsStatement(ctx, own, 1),
    apart: db.all<{ apart: number; signed: number; banned: number }>(sql`
      SELECT EXISTS (SELECT 1 FROM people AS comes WHERE comes.studio_id = o.studio_id
          AND comes.banned_at IS NOT NULL AND comes.id IN (
            SELECT value FROM json_each(${JSON.stringify([personId, ...companions])}))) AS banned, (${noneOverlapSql([personId, ...companions], old?.booking.id)}) AS apart,
        (${wish.instant ? sql`1` : signedSql(ctx, personId)}) AS signed FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.id = ${appointmentId}`),
  })
  const [appointment] = result.found
  if (appointment?.state === 'confirmed' || appointment?.state === 'requested') {
    return { ok: true, appointment, requested: appointment.state === 'requested' }
  }
  const [{ apart, signed, banned } = { apart: 1, signed: 1, banned: 0 }] = result.apart
  if (banned === 1) return { ok: false, reason: 'banned' }
  const why = { ...wish, apart: apart !== 0, signed: signed !== 0 }
  return { ok: false, reason: refusalOf(ctx, was, why) }
}

/** Which guard it was, in the order a person can do something about it. */
function refusalOf(
  { now }: StudioContext,
  was: Appointment,
  { lotId, apart, signed }: Confirmation & { apart: boolean; signed: boolean },
): AppointmentRefusal {
  if ((was.heldUntil ?? '') <= now) return 'lapsed'
  if (!signed) return 'waiver_missing'
  return lotId && apart ? 'no_entitlement' : 'overlaps'
}

function confirmStatements(
  ctx: StudioContext & { actor: Actor },
  was: Appointment,
  type: AppointmentType,
  { people, guests = '', lotId, companionIds = [], instant }: Confirmation,
  old: Leaving | null,
) {
  const { db, studio, now } = ctx
  const { id, personId, startsAt, localStart } = was
  const state = type.approval && !instant ? 'requested' : 'confirmed'
  const { minor, working } = priceFor(type, people, studio)
  const price = lotId ? 0 : minor
  const bookingId = newId()
  const done = sql`EXISTS (SELECT 1 FROM appointments AS appointment
    WHERE appointment.studio_id = ${studio.id} AND appointment.id = ${id}
      AND appointment.state = ${state})`
  const seated = sql`EXISTS (SELECT 1 FROM bookings AS booking
    WHERE booking.studio_id = ${studio.id} AND booking.id = ${bookingId})`
  const credits = old?.booking.lotId === lotId && old?.cancellation.credit === 'returned' ? 0 : 1
  const classDate = localStart.slice(0, 10)
  const apart = noneOverlapSql([personId, ...companionIds], old?.booking.id)
  const pays = lotId
    ? sql`${lotPaysSql(studio, { lotId, personId, classDate, credits })}
        AND EXISTS (SELECT 1 FROM lots AS lot
          JOIN packages AS package ON package.id = lot.package_id
          WHERE lot.id = ${lotId} AND ${coveredSql(type.id)})`
    : sql`1`
  return {
    // A request binds coach and room as a hold until its start.
    take: db.run(sql`
      UPDATE occurrences AS o SET state = ${state === 'requested' ? 'held' : 'scheduled'},
        held_until = ${state === 'requested' ? startsAt : null}
      WHERE o.studio_id = ${studio.id} AND o.id = ${id} AND o.state = 'held'
        AND o.held_until > ${now} AND o.starts_at > ${now}
        AND ${apart} AND ${pays} AND ${instant ? sql`1` : signedSql(ctx, personId)}
        AND ${old ? old.standsSql : sql`1`}
        AND EXISTS (SELECT 1 FROM appointments AS appointment
          WHERE appointment.studio_id = ${studio.id} AND appointment.id = ${id}
            AND appointment.state = 'held')`),
    turn: db.run(sql`
      UPDATE appointments SET state = ${state}, people = ${people}, guests = ${guests},
        price_minor = ${price}
      WHERE studio_id = ${studio.id} AND id = ${id} AND state = 'held' AND ${rightAfterChange}`),
    audit: instant
      ? auditStatement(
          ctx,
          {
            action: 'appointment.booked',
            subjectKind: 'appointment',
            subjectId: id,
            detail: { personId, localStart },
          },
          rightAfterChange,
        )
      : null,
    ...(old && state === 'confirmed' ? leaveStatements(ctx, old, { to: id, onlyIf: done }) : {}),
    seat: appointmentSeatStatement(
      ctx,
      { id: bookingId, appointmentId: id, personId, lotId: lotId ?? null },
      done,
    ),
    ...Object.fromEntries(
      companionIds.map((companionId, i) => [
        `companion${i}`,
        appointmentSeatStatement(
          ctx,
          { id: newId(), appointmentId: id, personId: companionId, lotId: null },
          sql`${seated} AND EXISTS (SELECT 1 FROM people AS companion
            WHERE companion.studio_id = ${studio.id} AND companion.id = ${companionId})`,
        ),
      ]),
    ),
    spend:
      lotId && (state === 'confirmed' || credits > 0)
        ? spendStatement(ctx, { personId, lotId, bookingId }, seated)
        : null,
    item:
      state === 'confirmed'
        ? priceStatement(ctx, { ...was, priceMinor: price }, working, seated)
        : null,
    ...confirmationStatements(ctx, was, { state, old: old?.appointment ?? null }, seated),
    task: state === 'requested' ? requestTaskStatement(ctx, was, seated) : null,
  }
}

/** The price on the person's account, once. */
export function priceStatement(
  ctx: StudioContext,
  {
    id,
    personId,
    priceMinor,
    title,
  }: Pick<Appointment, 'id' | 'personId' | 'priceMinor' | 'title'>,
  working: string,
  onlyIf: SQL,
) {
  return openItemStatement(
    ctx,
    {
      personId,
      kind: 'appointment',
      subjectId: id,
      amountMinor: priceMinor,
      working: `${title}: ${working}`,
      dedupeKey: `appointment:${id}`,
    },
    onlyIf,
  )
}

/** The letter and notice of a request or of a confirmed appointment; `old` is what it moves. */
export function confirmationStatements(
  ctx: StudioContext,
  appointment: Appointment,
  { state, old }: { state: 'requested' | 'confirmed'; old: Appointment | null },
  onlyIf: SQL,
) {
  const { title } = appointment
  const terms = appointmentTerms(appointment, ctx.now)
  if (state === 'requested') {
    return notifyStatements(
      ctx,
      appointment,
      'appointment-requested',
      {
        subject: `Requested: ${title}`,
        opening: 'The time is kept for you. We’ll let you know when it’s confirmed.',
        more: old ? [`${staysWords(old, ctx)} until we confirm.`] : [],
      },
      onlyIf,
    )
  }
  return notifyStatements(
    ctx,
    appointment,
    old ? 'appointment-moved' : 'appointment-confirmed',
    {
      subject: `${old ? 'Moved' : 'Confirmed'}: ${title}`,
      opening: old ? 'Your appointment has a new time.' : 'Your appointment is confirmed.',
      more: [`${freeUntilWords(terms, 'letter', ctx.studio, 'cancel or move')}.`],
    },
    onlyIf,
  )
}

/** `Your appointment on Tuesday 13 October, 09:00 stays`, for a letter of a request to move it. */
export const staysWords = (old: Appointment, { studio }: StudioContext): string =>
  `Your appointment on ${dayLongTime(old.localStart, studio.locale)} stays`

/** The member's own press. */
export const confirmMine = (
  ctx: MemberContext,
  appointmentId: string,
  wish: Omit<Confirmation, 'instant' | 'companionIds'>,
) => confirmAppointment(ctx, ctx.person.id, appointmentId, wish)
