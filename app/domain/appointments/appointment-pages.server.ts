/**
 * What members see of appointments: what is offered, the starts of a day, one appointment. Each is
 * one batch.
 */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { owedStatement } from '#app/domain/billing/open-items.server.ts'
import { toldClosuresStatement } from '#app/domain/calendar/closed-days.server.ts'
import { closedOn, closedWords } from '#app/domain/calendar/closed-words.ts'
import { takesOnlineStatement } from '#app/domain/payments/accounts/connect-account.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import {
  appointmentsStatement,
  mineAheadStatement,
  slotStatements,
  toType,
  typesStatement,
} from './appointment-queries.server.ts'
import { asHeld } from './appointment-view.ts'
import { leavingStatements, toLeaving } from './leave-appointment.server.ts'
import { payingLotsStatement } from './paying-lots.server.ts'
import { slotsOn } from './search-slots.server.ts'

type Viewer = { personId: string | null; name: string; email: string } | null

/** Types on offer and the viewer's own appointments to come. */
export async function appointmentsPage(ctx: StudioContext, viewer: Viewer) {
  const answer = await batch(ctx.db, {
    types: typesStatement(ctx, sql`class_type.archived_at IS NULL`),
    mine: mineAheadStatement(ctx, viewer?.personId ?? ''),
    ...shellStatements(ctx, viewer),
  })
  return { types: answer.types.map(toType), mine: answer.mine, shell: toShell(answer, viewer) }
}

/** Days that are shown at a time. */
export const daysShown = 14

/**
 * The free starts of two weeks with one coach, and on which days of them the studio is closed. Null
 * for a type that is not offered.
 */
export async function slotsPage(
  ctx: MemberContext,
  viewer: NonNullable<Viewer> & { personId: string },
  typeId: string,
  wish: { coach: string; day: LocalDate | null; moves: string },
) {
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const first = wish.day && wish.day > addDays(today, daysShown - 1) ? wish.day : today
  const answer = await batch(ctx.db, {
    types: typesStatement(
      ctx,
      sql`appointment_type.id = ${typeId} AND class_type.archived_at IS NULL`,
    ),
    ...slotStatements(ctx, { from: first, until: addDays(first, daysShown) }, wish.moves),
    moving: appointmentsStatement(
      ctx,
      sql`appointment.id = ${wish.moves} AND appointment.person_id = ${viewer.personId}
        AND appointment.state = 'confirmed'`,
      1,
    ),
    closures: toldClosuresStatement(ctx, { from: first, until: addDays(first, daysShown - 1) }),
    ...shellStatements(ctx, viewer),
  })
  const [row] = answer.types
  if (!row) return null
  const type = toType(row)
  const coaches = answer.coaches.filter(({ id }) => type.coachIds.includes(id))
  const moving = answer.moving[0] ?? null
  const coach =
    coaches.find(({ id }) => id === wish.coach) ??
    coaches.find(({ id }) => id === moving?.coachId) ??
    coaches[0] ??
    null
  const days = Array.from({ length: daysShown }, (_, i) => addDays(first, i)).map((date) => ({
    date,
    /** Why nothing is free; null where the studio is open. */
    closed: closedOn(answer.closures, date)?.name ?? null,
    slots: coach ? slotsOn(ctx, type, coach.id, date, answer) : [],
  }))
  const shown =
    days.find(({ date }) => date === wish.day) ??
    days.find(({ slots }) => slots.length > 0) ??
    days[0]!
  return {
    type,
    coaches,
    coach,
    moving,
    days,
    shown,
    today,
    closed: answer.closures.map((closure) => closedWords(closure, ctx.studio.locale)),
    shell: toShell(answer, viewer),
  }
}

/**
 * One appointment of the person: how it stands, what leaving it does, and while it is held what can
 * pay.
 */
export async function appointmentPage(
  ctx: MemberContext,
  viewer: NonNullable<Viewer> & { personId: string },
  appointmentId: string,
) {
  const { db, studio, now } = ctx
  const own = sql`(SELECT appointment.type_id FROM appointments AS appointment
    WHERE appointment.studio_id = ${studio.id} AND appointment.id = ${appointmentId})`
  const old = sql`(SELECT moving.moves_id FROM appointments AS moving
    WHERE moving.studio_id = ${studio.id} AND moving.id = ${appointmentId})`
  const moved = leavingStatements(ctx, viewer.personId, old)
  const answer = await batch(db, {
    types: typesStatement(ctx, sql`appointment_type.id = ${own}`),
    ...leavingStatements(ctx, viewer.personId, appointmentId),
    old: moved.leaving,
    oldBooking: moved.leavingBooking,
    oldMoney: moved.leavingMoney,
    lots: payingLotsStatement(ctx, viewer.personId, own, localDate(now, studio.timeZone)),
    owed: owedStatement(ctx, appointmentId),
    online: takesOnlineStatement(ctx),
    ...shellStatements(ctx, viewer),
  })
  const [[appointment], [row]] = [answer.leaving, answer.types]
  if (!appointment || !row) return null
  return {
    appointment,
    type: asHeld(toType(row), appointment),
    /** Whether the studio takes payments online. */
    online: answer.online.length > 0,
    /** Of its price, what the person still owes, in minor units. */
    owedMinor: answer.owed[0]?.minor ?? 0,
    leaving: toLeaving(ctx, answer),
    moving: toLeaving(ctx, {
      leaving: answer.old,
      leavingBooking: answer.oldBooking,
      leavingMoney: answer.oldMoney,
    }),
    lots: answer.lots.filter(({ expiresOn }) => expiresOn >= appointment.localStart.slice(0, 10)),
    shell: toShell(answer, viewer),
  }
}
