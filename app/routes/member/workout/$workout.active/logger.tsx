import { useState } from 'react'
import type { ActiveWorkout } from '#app/domain/training-log/session/active-workout.ts'
import { isOpen } from '#app/domain/training-log/session/log-state.ts'
import { currentEntry } from '#app/domain/training-log/session/next-set.ts'
import { setsAsked } from '#app/domain/training-log/session/session-plan.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { SetsBar } from '#app/ui/workouts/sets-bar.tsx'
import { Finished } from './finished.tsx'
import { OpenPart } from './open-part.tsx'
import { useAlert, useClock, useKeepAwake } from './use-clock.ts'
import { type Session, useSession } from './use-session.ts'

export type Place = { to: string; label: string }

/**
 * The page of an open workout: where it stands, the next set, the rest. Of one that is over, what
 * this device still has to send.
 */
export function Logger(props: {
  studio: { slug: string }
  active: ActiveWorkout
  account: string
  place: Place
  /** The exercise the address asks for, and what was typed wrongly without scripts. */
  asked: string | null
  wrong: string | null
}) {
  const { studio, active, place } = props
  const session = useSession(studio, active, props.account)
  const now = useClock()
  const [chosen, choose] = useState<string | null>(props.asked)
  const [said, say] = useState('')
  const { kept } = session
  const { plan, sets, rest } = kept
  const done = sets.filter(({ removed }) => !removed)
  const current = currentEntry(plan, sets)
  const entry = plan.entries.find(({ id }) => id === chosen) ?? current ?? plan.entries.at(-1)
  const until = rest.until === null ? null : Date.parse(rest.until)
  const ended = kept.act?.is === 'finish' || !isOpen(active.state)
  useAlert(until, now)
  useKeepAwake(!ended)
  return (
    <main id="main" className="logger">
      <header className="between">
        <a className="tool" href={place.to}>
          <Icon name="back" />
          <span className="vh">Leave and keep the workout. Back: {place.label}</span>
        </a>
        <p className="mid">
          <b>{active.name}</b>
          <br />
          <span className="over">
            {now !== null &&
              `${Math.max(0, Math.floor((now - Date.parse(active.startedAt)) / 60_000))} min, `}
            {wayWords(session)}
          </span>
        </p>
        {isOpen(active.state) && (
          <form
            method="post"
            action={paths.workoutState(studio, active.id)}
            onSubmit={(event) => {
              event.preventDefault()
              session.act('finish')
            }}
          >
            <button type="submit" className="button" name="act" value="finish">
              Finish
            </button>
          </form>
        )}
      </header>
      <SetsBar done={done.length} asked={setsAsked(plan)} />
      <p className="vh" aria-live="polite">
        {said}
      </p>
      {ended ? (
        <Finished studio={studio} id={active.id} session={session} sets={done.length} />
      ) : (
        <OpenPart
          {...props}
          session={session}
          now={now}
          entry={entry}
          until={until}
          choose={choose}
          say={say}
        />
      )}
    </main>
  )
}

/** What is told of the way to the server, in few words. */
function wayWords({ way, waiting }: Session): string {
  if (way === 'signed_out') return 'saved on this phone; sign in to send it'
  if (way === 'gone') return 'discarded on another device; still on this phone'
  if (way === 'full') return 'this phone’s storage is full: keep the page open'
  if (!waiting) return 'saved'
  return way === 'away' ? 'no network, saved on this phone' : 'saved on this phone'
}
