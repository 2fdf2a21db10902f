import { paths } from '#app/paths.ts'
import { useStudioUses } from '#app/ui/layout/studio-uses.ts'
import { StartButton } from '#app/ui/workouts/start-button.tsx'

type Studio = { slug: string }

type Shown = {
  from: 'workout' | 'routine'
  id: string
  name: string
  kind: string
  notes: string
  about: string
  equipment: string[]
  blocks: {
    head: { name: string; rest: string } | null
    entries: {
      id: string
      name: string
      exerciseId: string | null
      what: string
      load: string
      last: string
    }[]
  }[]
}

/** A workout that can be begun: what it asks, with last time's numbers under each exercise. */
export function Preview(props: {
  studio: Studio
  preview: Shown
  startKey: string
  occurrence: string | null
  open: { id: string; name: string } | null
}) {
  const { studio, preview, startKey, occurrence, open } = props
  const { id, from, blocks, equipment, notes } = preview
  return (
    <>
      <header className="full stack">
        <h1>{preview.name}</h1>
        <p className="soft">
          {preview.kind}. {preview.about}.
        </p>
      </header>
      <div className="stack wide-gap">
        {blocks.map(({ head, entries }) => (
          <section key={entries[0]?.id} className="stack">
            {head && (
              <h2>
                {head.name} <span className="soft">{head.rest}</span>
              </h2>
            )}
            <ol className="won">
              {entries.map((one) => (
                <li key={one.id}>
                  <span>
                    <Named studio={studio} to={one.exerciseId} name={one.name} />
                    {one.last && <small className="soft">{one.last}</small>}
                    {one.load && <small>{one.load}</small>}
                  </span>
                  <span className="num">{one.what}</span>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <div className="stack wide-gap">
        <section className="panel stack mid-gap" aria-label="Begin">
          {notes && <p>{notes}</p>}
          {equipment.length > 0 && <p className="soft">You need: {equipment.join(', ')}.</p>}
          {open ? (
            <>
              <p>{open.name} is still open. Finish it first.</p>
              <a className="button primary big wide" href={paths.activeWorkout(studio, open.id)}>
                Resume {open.name}
              </a>
            </>
          ) : (
            <StartButton
              studio={studio}
              id={startKey}
              from={from}
              of={id}
              occurrence={occurrence}
              className="button primary big wide"
            >
              Start
            </StartButton>
          )}
          {from === 'workout' && (
            <a
              className="button wide"
              href={paths.workoutBoard(studio, id, { class: occurrence ?? undefined })}
            >
              Board
            </a>
          )}
          {from === 'routine' && (
            <form method="post" action={paths.routineRemoval(studio, id)}>
              <button type="submit" className="button wide">
                Delete this routine
              </button>
            </form>
          )}
        </section>
      </div>
    </>
  )
}

/** The name of an exercise, which leads to its entry where there is one. */
export function Named({ studio, to, name }: { studio: Studio; to: string | null; name: string }) {
  const uses = useStudioUses()
  return to && uses('encyclopedia') ? (
    <a href={paths.exercise(studio, to)}>
      <b>{name}</b>
    </a>
  ) : (
    <b>{name}</b>
  )
}
