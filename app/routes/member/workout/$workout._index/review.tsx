import type { MuscleShare } from '#app/domain/training-log/history/muscle-shares.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { StartButton } from '#app/ui/workouts/start-button.tsx'
import { HowHard } from './how-hard.tsx'
import { Named } from './preview.tsx'

type Shown = {
  id: string
  name: string
  title: string
  state: string
  open: boolean
  over: boolean
  shared: boolean
  note: string
  effort: string
  day: string
  ended: string
  minutes: string
  sets: string
  volume: string
  source: string
  /** The studio's workout and the class it was, for its board. */
  workout: string | null
  inClass: string | null
  result: string
  byName: string
  bests: {
    key: string
    exercise: string
    what: string
    value: string
    before: string
    source: string
  }[]
  entries: {
    id: string
    name: string
    link: string | null
    done: string
    warmups: string
    last: string
  }[]
  left: string[]
  muscles: MuscleShare[]
}

type Props = {
  studio: { slug: string; name: string }
  review: Shown
  startKey: string
  open: { id: string; name: string } | null
}

/** A workout of the person's own: what was done, beyond what, and what to do with it. */
export function Review({ studio, review, startKey, open }: Props) {
  const { id, bests, entries, left, muscles } = review
  return (
    <>
      <header className="full stack">
        {review.over && (
          <p className="say good">
            <Icon name="check" />
            <span>
              {review.state === 'auto_closed' ? 'Closed by itself at' : 'Finished at'}{' '}
              {review.ended}
            </span>
          </p>
        )}
        {review.state === 'discarded' && <p className="say">Discarded. Nothing of it counts.</p>}
        <h1>{review.title}</h1>
        <p className="soft">
          {[review.day, review.source, review.byName && `Written down by ${review.byName}`]
            .filter(Boolean)
            .join('. ')}
        </p>
      </header>
      <div className="stack wide-gap">
        {review.open && (
          <a className="button primary big wide" href={paths.activeWorkout(studio, id)}>
            Continue
          </a>
        )}
        {review.over && (
          <section className="panel" aria-label="The workout in numbers">
            <dl className="facts3">
              <Fact name="Time" value={review.minutes} />
              <Fact name="Sets" value={review.sets} />
              {review.volume && <Fact name="Total weight" value={review.volume} />}
            </dl>
          </section>
        )}
        {bests.length > 0 && (
          <section className="stack" aria-labelledby="new">
            <h2 id="new">New bests</h2>
            <ul className="won">
              {bests.map((best) => (
                <li key={best.key}>
                  <span>
                    <b>
                      {best.exercise}, {best.what}
                    </b>
                    <small className="soft">
                      {[best.before, best.source].filter(Boolean).join(' ')}
                    </small>
                  </span>
                  <span className="big-n num">{best.value}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section className="stack" aria-labelledby="all">
          <div className="between">
            <h2 id="all">Every set</h2>
            {review.over && (
              <a className="quiet" href={paths.workoutSets(studio, id)}>
                Edit sets
              </a>
            )}
          </div>
          {entries.length === 0 && <p className="soft">No sets were logged.</p>}
          <ul className="won">
            {entries.map((one) => (
              <li key={one.id}>
                <span>
                  <Named studio={studio} to={one.link} name={one.name} />
                  {one.last && <small className="soft">{one.last}</small>}
                  {one.warmups && <small className="soft">{one.warmups}</small>}
                </span>
                <span className="num">{one.done}</span>
              </li>
            ))}
          </ul>
          {left.length > 0 && <p className="soft">Left out: {left.join(', ')}</p>}
        </section>
      </div>
      <div className="stack wide-gap">
        {review.over && <HowHard studio={studio} review={review} />}
        {muscles.length > 0 && <ByMuscle muscles={muscles} />}
        <section className="stack" aria-labelledby="more">
          <h2 id="more">What else</h2>
          {review.over && review.workout && (
            <a
              className="button wide"
              href={paths.workoutBoard(studio, review.workout, {
                class: review.inClass ?? undefined,
              })}
            >
              {review.result ? `Board: ${review.result}` : 'Board, and your result'}
            </a>
          )}
          {review.over && !open && (
            <StartButton
              studio={studio}
              id={startKey}
              from="log"
              of={id}
              className="button primary wide"
            >
              Do it again
            </StartButton>
          )}
          {review.over && entries.length > 0 && (
            <Act studio={studio} id={id} act="routine" name="Keep as a routine" />
          )}
          {review.state === 'discarded' && (
            <Act studio={studio} id={id} act="restore" name="Keep it after all" />
          )}
        </section>
      </div>
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}

function Act(props: { studio: { slug: string }; id: string; act: string; name: string }) {
  return (
    <form method="post" action={paths.workoutState(props.studio, props.id)}>
      <button type="submit" className="button wide" name="act" value={props.act}>
        {props.name}
      </button>
    </form>
  )
}

/** Sets by muscle, a second muscle as half: the bar repeats the number. */
function ByMuscle({ muscles }: { muscles: MuscleShare[] }) {
  return (
    <section className="stack" aria-labelledby="muscles">
      <h2 id="muscles">Sets by muscle</h2>
      <ul className="stack">
        {muscles.map(({ muscle, sets, share }) => (
          <li className="muscles" key={muscle}>
            <span>{muscle}</span>
            <svg className="bars" width="100%" height="8" aria-hidden="true">
              <rect className="e" width="100%" height="8" rx="4" />
              <rect width={`${share}%`} height="8" rx="4" />
            </svg>
            <span className="num">{sets}</span>
          </li>
        ))}
      </ul>
      <p className="soft">A muscle that helps counts half a set.</p>
    </section>
  )
}
