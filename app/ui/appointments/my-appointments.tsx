import { paths } from '#app/paths.ts'
import { clockTime, dayShort } from '#app/values/wording.ts'
import { Icon } from '../icon/icon.tsx'

/** An appointment to come, in the words of a list. */
export type MyAppointment = {
  id: string
  title: string
  localStart: string
  coachName: string
  roomName: string
  tone: 'good' | 'warn'
  /** Until when it is free to cancel, or what it waits for. */
  message: string
  act: string
}

/**
 * Appointments to come, each with until when it is free to cancel. Styles: `class-row`, `button`,
 * `say`.
 */
export function MyAppointments(props: {
  appointments: readonly MyAppointment[]
  studio: { slug: string }
  locale: string
  title?: string
}) {
  const { appointments, studio, locale, title = 'Your appointments' } = props
  return (
    <section className="stack" aria-labelledby="appointments">
      <h2 id="appointments">{title}</h2>
      <ol>
        {appointments.map(({ id, title, localStart, coachName, roomName, tone, message, act }) => (
          <li key={id} className="class dated">
            <p className="at">
              <time>{clockTime(localStart, locale)}</time>
              <small>{dayShort(localStart.slice(0, 10), locale)}</small>
            </p>
            <div className="what">
              <h3>
                <a href={paths.appointment(studio, id)}>{title}</a>
              </h3>
              <p>
                {coachName}, {roomName}
              </p>
            </div>
            <div className="act">
              <a className="button" href={paths.appointment(studio, id)}>
                {act}
                <span className="vh"> {title}</span>
              </a>
            </div>
            <p className={`say ${tone}`}>
              <Icon name={tone === 'good' ? 'check' : 'clock'} />
              <span>{message}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
