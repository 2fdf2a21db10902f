import type { ActiveWorkout } from '#app/domain/training-log/session/active-workout.ts'
import { nextN, restAfter } from '#app/domain/training-log/session/next-set.ts'
import { scoredBlock } from '#app/domain/training-log/session/score.ts'
import { type Entry, isTimed } from '#app/domain/training-log/session/session-plan.ts'
import { paths } from '#app/paths.ts'
import { BlockClock } from './block-clock.tsx'
import { ExerciseMenu } from './exercise-menu.tsx'
import { RestBar } from './rest-bar.tsx'
import { SetForm } from './set-form.tsx'
import { SetsTable } from './sets-table.tsx'
import { askForNotices } from './use-clock.ts'
import type { Session } from './use-session.ts'

/** The exercise at hand with its sets, and what is pressed at the thumb. */
export function OpenPart(props: {
  studio: { slug: string }
  active: ActiveWorkout
  session: Session
  now: number | null
  /** None in a workout that has no exercise yet. */
  entry: Entry | undefined
  until: number | null
  wrong: string | null
  choose: (id: string | null) => void
  say: (text: string) => void
}) {
  const { studio, active, session, now, entry, until, choose } = props
  const { plan, sets, rest } = session.kept
  const known = entry && new Map(active.known).get(entry.exerciseId)
  const block = entry && plan.blocks[entry.block]
  const begin = (seconds: number) => {
    if (seconds <= 0) return session.rest(null, 0)
    askForNotices()
    const ends = new Date(Date.now() + seconds * 1_000).toISOString()
    session.rest(`${ends.slice(0, 19)}Z`, seconds)
  }
  return (
    <>
      <section className="lift">
        {entry ? (
          <>
            <p className="over">
              Exercise {plan.entries.indexOf(entry) + 1} of {plan.entries.length}
            </p>
            <h1>{entry.name}</h1>
            <SetsTable
              entry={entry}
              sets={sets}
              known={known}
              unit={active.unit}
              how={
                active.shown.includes(entry.exerciseId)
                  ? paths.exercise(studio, entry.exerciseId)
                  : null
              }
              remove={(set) => session.log({ ...set, removed: true })}
            />
          </>
        ) : (
          <>
            <h1>{active.name}</h1>
            <p className="soft">Add the first exercise.</p>
          </>
        )}
      </section>
      <div className="thumb">
        {props.wrong && (
          <p className="bad" role="alert">
            {props.wrong}
          </p>
        )}
        {block && isTimed(block) && (
          <BlockClock
            block={block}
            at={entry.block}
            scored={scoredBlock(plan) === entry.block}
            session={session}
            now={now}
          />
        )}
        <RestBar until={until} seconds={rest.seconds} now={now} place={active} begin={begin} />
        {entry && (
          <SetForm
            key={`${entry.id} ${nextN(sets, entry)} ${entry.exerciseId}`}
            entry={entry}
            sets={sets}
            known={known}
            unit={active.unit}
            log={(set) => {
              session.log(set)
              begin(restAfter(plan, [...sets, { ...set, changedMs: 0 }], entry))
              props.say(`${entry.name}, set ${set.n} logged`)
              choose(null)
            }}
          />
        )}
        <ExerciseMenu
          studio={studio}
          plan={plan}
          sets={sets}
          entry={entry ?? null}
          choose={choose}
          rearrange={session.rearrange}
          bare={now === null}
          links={(id) => paths.activeWorkout(studio, active.id, { exercise: id })}
        />
      </div>
    </>
  )
}
