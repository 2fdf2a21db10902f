import { Form } from '@remix-run/react'
import { winBackResults } from '#app/db/studio/farewells-words.ts'
import { winBackWords } from '#app/domain/farewells/exit-words.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'

/** What was tried so far, and what became of each. */
export function Tries(props: {
  tries: readonly { id: string; title: string; note: string; result: string; words: string }[]
}) {
  const { tries } = props
  if (tries.length === 0) return null
  return (
    <section aria-labelledby="tries">
      <h2 id="tries">Tried so far</h2>
      <ul className="lines">
        {tries.map(({ id, title, note, result }) => (
          <li key={id}>
            <b>{title}</b> <span className="muted">{note}</span>
            <Form method="post" className="add">
              <HiddenFields values={{ act: 'result', id }} />
              <label className="narrow">
                <span className="vh">What came of it</span>
                <select name="result" defaultValue={result}>
                  {winBackResults.map((one) => (
                    <option key={one} value={one}>
                      {winBackWords[one]}
                    </option>
                  ))}
                </select>
              </label>{' '}
              <button type="submit" className="button small">
                Save<span className="vh"> what came of {title}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
