import { inWords, wordFor } from '#app/domain/training/exercise-vocabulary.ts'
import { BodyMap } from '#app/ui/training/body-map.tsx'

export function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <section className="stack mid-gap" aria-labelledby="how">
      <h2 id="how">How</h2>
      {steps.length === 0 ? (
        <p className="soft">There are no steps yet. Ask a coach to show you.</p>
      ) : (
        <ol className="steps">
          {steps.map((step, i) => (
            <li key={i}>{step}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Common mistakes, or what to think of; nothing where nobody wrote any. */
export function Points(props: { id: string; title: string; points: readonly string[] }) {
  const { id, title, points } = props
  if (points.length === 0) return null
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="lines tight">
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
