/** The task that a request for an appointment is to someone at work: confirm or decline it. */
import type { SQL } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { closeTaskStatement, raiseTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import type { Appointment } from './appointment-view.ts'

/** Asks the coach and the front desk for an answer, until the appointment would begin. */
export const requestTaskStatement = (
  ctx: StudioContext,
  { id, title, localStart, startsAt, personName, coachId, coachName }: Appointment,
  onlyIf: SQL,
) =>
  raiseTaskStatement(
    ctx,
    {
      cause: { kind: 'appointment_request', ref: id },
      facts: { title, localStart, personName, coachName },
      role: 'front_desk',
      personId: coachId,
      dueAt: startsAt,
      endsAt: startsAt,
      path: paths.manageAppointment(ctx.studio, id),
    },
    onlyIf,
  )

/** The request was answered, or taken back. */
export const answeredTaskStatement = (ctx: StudioContext, appointmentId: string, onlyIf: SQL) =>
  closeTaskStatement(ctx, { kind: 'appointment_request', ref: appointmentId }, onlyIf)
