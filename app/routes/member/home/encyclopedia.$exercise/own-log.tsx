import { paths } from '#app/paths.ts'

type Own = {
  last: { day: string; sets: string }
  bests: readonly { what: string; value: string; day: string; log: string }[]
}

/** The reader's own log of the exercise: their last sets and current bests. */
export function OwnLog({ studio, own }: { studio: { slug: string }; own: Own | null }) {
  if (!own) return null
  return (
    <section className="stack not-print" aria-labelledby="own">
      <h2 id="own">Your log</h2>
      <ul className="lines tight">
        <li>
          Last time, {own.last.day}: <b className="num">{own.last.sets}</b>
        </li>
        {own.bests.map(({ what, value, day, log }) => (
          <li key={what}>
            {what.charAt(0).toUpperCase() + what.slice(1)}: <b className="num">{value}</b>,{' '}
            <a href={paths.workout(studio, log)}>{day}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
