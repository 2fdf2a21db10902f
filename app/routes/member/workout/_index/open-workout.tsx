import { paths } from '#app/paths.ts'
import { SetsBar } from '#app/ui/workouts/sets-bar.tsx'
import { count } from '#app/values/wording.ts'

/** The workout that is open: how far it is, and the way back in. */
export function OpenWorkout({
  studio,
  open,
}: {
  studio: { slug: string }
  open: {
    id: string
    name: string
    paused: boolean
    since: string
    done: number
    asked: number
    next: string | null
  }
}) {
  const { id, name, done, asked, next } = open
  return (
    <section className="panel stack mid-gap" aria-labelledby="now">
      <div className="between">
        <h2 className="over" id="now">
          {name}, {open.paused ? 'paused' : 'in progress'}
        </h2>
        <span className="over">since {open.since}</span>
      </div>
      <div>
        <p className="when">
          {asked > 0 ? `${done} of ${count(Math.max(asked, done), 'set')}` : count(done, 'set')}
        </p>
        {next && <p className="soft">Next: {next}</p>}
      </div>
      <SetsBar done={done} asked={asked} />
      <a className="button primary big wide" href={paths.activeWorkout(studio, id)}>
        Resume
      </a>
      <form className="pair" method="post" action={paths.workoutState(studio, id)}>
        <button type="submit" className="button" name="act" value="finish">
          Finish now
        </button>
        <button type="submit" className="button" name="act" value="discard">
          Discard
        </button>
      </form>
    </section>
  )
}
