import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { Session } from './use-session.ts'

/** A workout that has ended: here, on its way into the log, or elsewhere, with nothing left to send. */
export function Finished({
  studio,
  id,
  session,
  sets,
}: {
  studio: { slug: string }
  id: string
  session: Session
  sets: number
}) {
  const { way, waiting } = session
  if (!waiting)
    return (
      <section className="lift stack">
        <h1>Finished</h1>
        <p>This workout has ended. There is nothing left to send from this phone.</p>
        <a className="button primary" href={paths.workout(studio, id)}>
          See the workout
        </a>
      </section>
    )
  return (
    <section className="lift stack" role="status">
      <h1>Finished</h1>
      <p className="say good">
        <Icon name="check" />
        <span>
          {sets} {sets === 1 ? 'set is' : 'sets are'} saved on this phone.
        </span>
      </p>
      <p>
        {way === 'away' &&
          'There is no network. They go to your log by themselves once there is, also if you close this page and open it again.'}
        {way === 'signed_out' && 'Sign in again, and they go to your log.'}
        {way === 'gone' && 'The workout was discarded on another device.'}
        {way === 'open' && 'They are on their way to your log.'}
      </p>
      {way === 'gone' && (
        <button type="button" className="button primary" onClick={() => session.act('restore')}>
          Keep it after all
        </button>
      )}
      {way === 'signed_out' && (
        <a className="button primary" href={paths.signIn({ next: paths.workouts(studio) })}>
          Sign in
        </a>
      )}
      <a className="button" href={paths.workouts(studio)}>
        Your workouts
      </a>
    </section>
  )
}
