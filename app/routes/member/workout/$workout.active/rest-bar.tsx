import type { ActiveWorkout } from '#app/domain/training-log/session/active-workout.ts'
import { restEndWords, restLeft } from '#app/domain/training-log/session/block-clock.ts'

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The rest, by the instant it ends at. Nothing of it without scripts: the page says the instant. */
export function RestBar({
  until,
  seconds,
  now,
  place,
  begin,
}: {
  until: number | null
  seconds: number
  now: number | null
  place: Pick<ActiveWorkout, 'timeZone' | 'locale'>
  begin: (seconds: number) => void
}) {
  if (until === null || seconds <= 0) return null
  // Until scripts run, and without them, only the instant is told.
  const ends = restEndWords(until, place)
  if (now === null) return <p className="over">Rest until {ends}</p>
  const left = restLeft(until, seconds, now)
  if (left === 0 && now - until > 600_000) return null
  const add = (more: number) => begin(Math.max(1, left + more))
  return (
    <div className="rest">
      <p>
        <span className="over">{left > 0 ? `Rest until ${ends}` : 'Rest is over'}</span>
        <br />
        <span className="clock" role="timer">
          {left > 0 ? clock(left) : `+${clock(Math.floor((now - until) / 1_000))}`}
        </span>
      </p>
      <button type="button" className="button" onClick={() => add(-15)}>
        −15<span className="vh"> seconds</span>
      </button>
      <button type="button" className="button" onClick={() => add(15)}>
        +15<span className="vh"> seconds</span>
      </button>
      <button type="button" className="button" onClick={() => begin(0)}>
        Skip
      </button>
      <svg className="gone" width="100%" height="4" aria-hidden="true">
        <rect className="e" width="100%" height="4" rx="2" />
        <rect width={`${((1 - left / seconds) * 100).toFixed(1)}%`} height="4" rx="2" />
      </svg>
    </div>
  )
}
