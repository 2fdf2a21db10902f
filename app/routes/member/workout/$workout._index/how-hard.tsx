import { paths } from '#app/paths.ts'

const answers = [
  ['easy', 'Easy'],
  ['right', 'About right'],
  ['hard', 'Too hard'],
] as const

/**
 * How it was, a note to oneself, and whether coaches read what was done, and see its result in its
 * class though boards do not show it. Nothing is chosen ahead.
 */
export function HowHard({
  studio,
  review: { id, effort, note, shared, inClass },
}: {
  studio: { slug: string; name: string }
  review: { id: string; effort: string; note: string; shared: boolean; inClass: string | null }
}) {
  return (
    <form className="stack mid-gap" method="post" action={paths.workoutState(studio, id)}>
      <fieldset className="stack">
        <legend>How hard was it?</legend>
        {answers.map(([value, label]) => (
          <label className="pick" key={value}>
            <input type="radio" name="effort" value={value} defaultChecked={effort === value} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <p className="field">
        <label htmlFor="note">A note for yourself, optional</label>
        <textarea id="note" name="note" maxLength={1000} defaultValue={note} />
      </p>
      <label className="tick">
        <input type="checkbox" name="share" value="on" defaultChecked={shared} />
        <span>
          Let coaches at {studio.name} read my sets and how hard it was, not my note
          {inClass && ', and see my result in this class'}
        </span>
      </label>
      <button type="submit" className="button primary wide" name="act" value="say">
        Save
      </button>
    </form>
  )
}
