import { useState } from 'react'
import { clockView } from '#app/domain/training-log/session/block-clock.ts'
import { cappedScore, roundsScore } from '#app/domain/training-log/session/score.ts'
import type { SessionBlock } from '#app/domain/training-log/session/session-plan.ts'
import { useAlert } from './use-clock.ts'
import type { Session } from './use-session.ts'

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const names: Record<string, string> = {
  amrap: 'As many rounds as possible',
  emom: 'Every minute',
  for_time: 'For time',
  intervals: 'Intervals',
}

/**
 * The clock of a block that runs by time: it knows when it began, and counts nothing itself. Only
 * the clock that is `scored` says the result of the workout.
 */
export function BlockClock({
  block,
  at,
  scored,
  session,
  now,
}: {
  block: SessionBlock
  at: number
  scored: boolean
  session: Session
  now: number | null
}) {
  const [reps, setReps] = useState('')
  const running = session.kept.clock?.block === at ? session.kept.clock : null
  const upTo = running ? (running.stoppedMs ?? now ?? running.startedMs) : 0
  const gone = running ? (upTo - running.startedMs) / 1_000 : 0
  const view = clockView(block, gone)
  // The next change: the end of a minute, of work, of rest, of the whole.
  const change =
    running && running.stoppedMs === null && view.counts === 'down' && view.phase !== 'over'
      ? running.startedMs + Math.ceil(Math.floor(gone) + view.seconds) * 1_000
      : null
  useAlert(change, now)
  if (now === null) return null
  const tell = (next: NonNullable<Session['kept']['clock']>, score: number | null) =>
    session.clock(next, scored ? score : undefined)
  const start = () => tell({ block: at, startedMs: Date.now(), stoppedMs: null, rounds: 0 }, null)
  if (!running)
    return (
      <div className="rest">
        <p>
          <span className="over">{names[block.kind]}</span>
          <br />
          <span className="clock">{clock(block.seconds ?? block.work ?? 0)}</span>
        </p>
        <button type="button" className="button primary" onClick={start}>
          Start the clock
        </button>
      </div>
    )
  const stop = () =>
    tell(
      { ...running, stoppedMs: Date.now() },
      Math.floor((Date.now() - running.startedMs) / 1_000),
    )
  const round = () => {
    const rounds = running.rounds + 1
    tell({ ...running, rounds }, roundsScore(rounds, 0))
  }
  return (
    <div className="rest" data-phase={view.phase}>
      <p>
        <span className="over">
          {{ over: 'Time', rest: 'Rest', work: names[block.kind] }[view.phase]}
          {view.rounds !== null && view.phase !== 'over' && `, ${view.round} of ${view.rounds}`}
          {block.kind === 'amrap' && `, ${running.rounds} rounds done`}
        </span>
        <br />
        <span className="clock" role="timer">
          {clock(view.seconds)}
        </span>
      </p>
      {block.kind === 'amrap' && view.phase !== 'over' && (
        <button type="button" className="button primary" onClick={round}>
          Round done
        </button>
      )}
      {scored && view.phase === 'over' && (
        <label className="extra">
          <span className="over">{block.kind === 'amrap' ? 'Reps beyond' : 'Reps at the cap'}</span>
          <input
            className="short"
            value={reps}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => {
              setReps(event.currentTarget.value)
              const more = Number(event.currentTarget.value)
              if (Number.isInteger(more) && more >= 0)
                tell(
                  running,
                  block.kind === 'amrap' ? roundsScore(running.rounds, more) : cappedScore(more),
                )
            }}
          />
        </label>
      )}
      {block.kind === 'for_time' && running.stoppedMs === null && view.phase !== 'over' && (
        <button type="button" className="button primary" onClick={stop}>
          Done
        </button>
      )}
      <button type="button" className="button" onClick={start}>
        Again
      </button>
    </div>
  )
}
