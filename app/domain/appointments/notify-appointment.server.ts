import { type SQL, sql } from 'drizzle-orm'
import { addressed } from '#app/domain/families/addressed.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type AppointmentLetter, appointmentLetter } from '#app/messages/appointment-letter.ts'
import { paths } from '#app/paths.ts'
import type { Appointment } from './appointment-view.ts'

type Kind =
  | 'appointment-confirmed'
  | 'appointment-requested'
  | 'appointment-declined'
  | 'appointment-moved'

/**
 * One step of an appointment told to its holder by email and in the shell, once; `onlyIf` as in the
 * outbox.
 */
export function notifyStatements(
  ctx: StudioContext,
  appointment: Pick<
    Appointment,
    | 'id'
    | 'personId'
    | 'personName'
    | 'preferredName'
    | 'email'
    | 'guardianName'
    | 'title'
    | 'localStart'
    | 'coachName'
    | 'roomName'
  >,
  kind: Kind,
  words: Pick<AppointmentLetter, 'subject' | 'opening' | 'more'>,
  onlyIf: SQL = sql`1`,
) {
  const { studio, origin, db, nowMs } = ctx
  const { name, slug, timeZone, locale, currency } = studio
  const { personName, email, title, localStart, coachName, roomName } = appointment
  const [dedupeKey, path] = [`${kind}:${appointment.id}`, paths.appointment(studio, appointment.id)]
  return {
    mail: email
      ? queueStatement(
          db,
          {
            studioId: studio.id,
            dedupeKey,
            to: email,
            kind,
            letter: appointmentLetter({
              ...words,
              title,
              localStart,
              coachName,
              roomName,
              origin,
              studio: { name, slug, timeZone, locale, currency },
              ...addressed({ ...appointment, name: personName }),
              action: { label: 'See the appointment', path },
            }),
          },
          nowMs,
          onlyIf,
        )
      : null,
    notice: noticeStatement(
      ctx,
      {
        personId: appointment.personId,
        dedupeKey,
        kind,
        text: `${words.subject}. ${words.opening}`,
        path,
      },
      onlyIf,
    ),
  }
}
