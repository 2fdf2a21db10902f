import type * as z from 'zod'
import { deskRefusals, walkInRefusal } from '#app/domain/bookings/roster/desk-words.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { arriveByCode } from './arrive-by-code.server.ts'
import { codeIn, isScanned } from './member-code.ts'
import type { deskAct } from './reception-forms.ts'
import { recordDeskTaps } from './record-desk-taps.server.ts'
import { conflicts } from './taps.ts'
import { type UndoArrivalResult, undoCheckInAtDesk, undoVisit } from './undo-arrival.server.ts'
import { recordVisit, walkInAtDesk } from './walk-in-at-desk.server.ts'

export type DeskAct = z.output<typeof deskAct>

/** What became of it in one sentence, and where to look now. */
export type DeskAnswer = {
  message: string
  tone: 'good' | 'warn' | 'bad'
  personId?: string
  bookingId?: string
  /** An alert stopped someone: the desk is to notice. */
  stopped?: boolean
}

/**
 * Does what a form of the desk asks for. Null where it names someone or something the studio does
 * not have; `q` where what was typed is no code and has to be looked for.
 */
export async function actAtDesk(
  ctx: StaffContext,
  act: DeskAct,
  { mayOverride }: { mayOverride: boolean },
): Promise<DeskAnswer | { q: string } | null> {
  switch (act.act) {
    case 'find': {
      const code = codeIn(act.q)
      return code ? byCode(ctx, code, isScanned(act.q)) : { q: act.q }
    }
    case 'check_in': {
      const { bookingId, override } = act
      const tap = {
        key: newId(),
        bookingId,
        method: 'name' as const,
        ago: 0,
        override,
        give: act.give === 'on',
      }
      const [answer] = await recordDeskTaps(ctx, [tap], { mayOverride })
      if (!answer) return null
      if (answer.status !== 'conflict') return { message: 'Checked in.', tone: 'good', bookingId }
      if (answer.reason === 'not_found') return null
      const stopped = answer.reason === 'blocked'
      return {
        message: `${answer.name}: ${conflicts[answer.reason]}`,
        tone: 'bad',
        bookingId,
        stopped,
      }
    }
    case 'undo':
      return undone(await undoCheckInAtDesk(ctx, act.bookingId), { bookingId: act.bookingId })
    case 'undo_visit':
      return undone(await undoVisit(ctx, act.arrivalId), {})
    case 'walk_in': {
      const { personId } = act
      const result = await walkInAtDesk(ctx, { ...act, mayOverride })
      if (result.ok) {
        return { message: walkInWords(result), tone: 'good', personId }
      }
      if (result.reason === 'no_person' || result.reason === 'not_found') return null
      if (result.reason === 'blocked')
        return { message: conflicts.blocked, tone: 'bad', personId, stopped: true }
      return { message: walkInRefusal(result, ctx.studio), tone: 'bad', personId }
    }
    case 'visit': {
      const { personId, key, override } = act
      const result = await recordVisit(ctx, { personId, key, override, mayOverride })
      if (result.ok)
        return {
          message: result.again ? 'They’re already here.' : 'Here, without a class.',
          tone: 'good',
        }
      return result.reason === 'blocked'
        ? { message: conflicts.blocked, tone: 'bad', personId, stopped: true }
        : null
    }
  }
}

function walkInWords({
  again,
  pays,
  checkedIn,
}: {
  again?: true
  pays: string
  checkedIn: boolean
}): string {
  if (!checkedIn) return again ? 'They’re already booked.' : `Booked, paid with ${pays}.`
  return again ? 'Added and checked in.' : `Booked and checked in, paid with ${pays}.`
}

async function byCode(ctx: StaffContext, code: string, scanned: boolean): Promise<DeskAnswer> {
  const answer = await arriveByCode(ctx, { code, method: scanned ? 'qr' : 'code' })
  if (answer.ok) {
    const { personId, name, title, again } = answer
    return {
      message: `${name} is in${again ? ' already' : ''}: ${title}.`,
      tone: again ? 'warn' : 'good',
      personId,
    }
  }
  if (answer.reason === 'unknown_code') {
    return {
      message: 'Nobody has this code. It may have been replaced, so search by name.',
      tone: 'bad',
    }
  }
  const { personId, name, reason } = answer
  if (reason === 'no_place')
    return { message: `${name} isn’t booked in a class that starts soon.`, tone: 'warn', personId }
  return {
    message: `${name}: ${conflicts[reason]}`,
    tone: 'bad',
    personId,
    stopped: reason === 'blocked',
  }
}

function undone(
  result: UndoArrivalResult,
  where: Pick<DeskAnswer, 'bookingId'>,
): DeskAnswer | null {
  if (result.ok) return { message: 'Check-in undone.', tone: 'good', ...where }
  if (result.reason === 'not_found') return null
  const settled = result.reason === 'settled'
  const message = settled ? deskRefusals.reconciled : conflicts.attendance_closed
  return { message, tone: 'bad', ...where }
}
