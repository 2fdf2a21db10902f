import { paths } from '#app/paths.ts'

/** What comes first for somebody who has never been. Styles: `timeline`. */
export function FirstSteps({ studio }: { studio: { slug: string } }) {
  return (
    <section className="stack mid-gap" aria-labelledby="steps">
      <h2 id="steps">How your first class comes about</h2>
      <ol className="timeline">
        <li className="key">
          <a href={paths.timetable(studio)}>Choose a class</a> that has places. Each says who
          teaches it, where, and which level it needs.
        </li>
        <li>
          <a href={paths.ask(studio)}>Ask us</a> for credits or a membership. You see both here as
          soon as they are yours.
        </li>
        <li>Book it. What pays and until when you can cancel free is said before you press.</li>
      </ol>
    </section>
  )
}
