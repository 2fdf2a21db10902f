import { inWords, wordFor } from '#app/domain/training/exercise-vocabulary.ts'
import { paths } from '#app/paths.ts'
import { BodyMap } from '#app/ui/training/body-map.tsx'

/** `lang` where they are in another language than the page. */
export function Steps({ steps, lang }: { steps: readonly string[]; lang: string | undefined }) {
  return (
    <section className="stack mid-gap" aria-labelledby="how">
      <h2 id="how">How</h2>
      {steps.length === 0 ? (
        <p className="soft">There are no steps yet. Ask a coach to show you.</p>
      ) : (
        <ol className="steps" lang={lang}>
          {steps.map((step, i) => (
            <li key={i}>{step}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Common mistakes, or what to think of; nothing where nobody wrote any. */
export function Points(props: {
  id: string
  title: string
  points: readonly string[]
  lang?: string | undefined
}) {
  const { id, title, points, lang } = props
  if (points.length === 0) return null
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="lines tight" lang={lang}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}

export function Works(props: { primary: readonly string[]; secondary: readonly string[] }) {
  const { primary, secondary } = props
  if (primary.length === 0) return null
  return (
    <section className="stack" aria-labelledby="works">
      <h2 id="works">Works</h2>
      <div className="worked">
        <BodyMap primary={primary} secondary={secondary} />
        <p>
          <b>{wordFor(inWords(primary))}</b>
          {secondary.length > 0 && `, with ${inWords(secondary)}`}.
        </p>
      </div>
    </section>
  )
}

type Link = { id: string; name: string; side: 'easier' | 'harder' }

/** What leads up to the exercise, and what it leads to. */
export function Chain(props: { studio: { slug: string }; name: string; chain: readonly Link[] }) {
  const { studio, name, chain } = props
  if (chain.length === 0) return null
  const of = (side: Link['side']) =>
    chain
      .filter((one) => one.side === side)
      .map((one) => (
        <li key={one.id} className={side === 'easier' ? 'before' : undefined}>
          <a href={paths.exercise(studio, one.id)}>{one.name}</a>
          <small>{side === 'easier' ? 'Easier' : 'Harder'}</small>
        </li>
      ))
  return (
    <section className="stack mid-gap" aria-labelledby="chain">
      <h2 id="chain">Easier and harder</h2>
      <ul className="chain">
        {of('easier')}
        <li className="here">
          {name}
          <small>This one</small>
        </li>
        {of('harder')}
      </ul>
    </section>
  )
}

/** The next classes that teach the exercise, each leading to where it is booked. */
export function NextClasses(props: {
  studio: { slug: string }
  classes: readonly { id: string; title: string; time: string; day: string; coachName?: string }[]
}) {
  const { studio, classes } = props
  if (classes.length === 0) return null
  return (
    <section className="stack not-print" aria-labelledby="taught">
      <h2 id="taught">Next classes with it</h2>
      <ul className="lines tight">
        {classes.map(({ id, title, time, day, coachName }) => (
          <li key={id}>
            <a href={paths.occurrence(studio, id)}>
              <b>{title}</b>
            </a>
            , {day} {time}
            {coachName && `, with ${coachName}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
