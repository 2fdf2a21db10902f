import { paths } from '#app/paths.ts'

/**
 * How to book a first class. `has`: the member already has credits or a membership. Styles:
 * `timeline`.
 */
export function FirstSteps({ studio, has }: { studio: { slug: string }; has: boolean }) {
  return (
    <section className="stack mid-gap" aria-labelledby="steps">
      <h2 id="steps">How to book your first class</h2>
      <ol className="timeline">
        <li className="key">
          <a href={paths.timetable(studio)}>Choose a class</a> that has places. Each says who
          teaches it, where, and which level it needs.
        </li>
        {!has && (
          <li>
            <a href={paths.prices(studio)}>See prices</a> and pay at the desk. Credits and
            memberships appear here straight away.
          </li>
        )}
        <li>Book it. You see what pays and until when cancelling is free before you book.</li>
      </ol>
    </section>
  )
}
