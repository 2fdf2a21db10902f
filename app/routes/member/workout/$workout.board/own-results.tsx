import { useActionData } from '@remix-run/react'
import { divisions } from '#app/db/studio/workouts/training-log-words.ts'
import { divisionWords, scoreWords } from '#app/domain/training-log/session/score.ts'
import { paths } from '#app/paths.ts'
import { LineChart } from '#app/ui/chart/line-chart.tsx'

type Page = {
  studio: { slug: string }
  /** The workout, and where its form is sent. */
  name: string
  here: string
  own: { id: string; day: string; result: string; division: string }[]
  line: { value: number; label: string }[]
  kind: Parameters<typeof scoreWords>[0]
  unit: Parameters<typeof scoreWords>[2]
  form: { hint: string; typed: string; division: string; byName: string } | null | false
  /** Whose sets count instead of a result that is typed. */
  setsOf: string | null
}

/** What the action answers where a result is not kept. */
export type Answer = { wrong: string; refusal?: string; typed: string; division: string }

/** One's own results, over time where there are several, and the newest to be put right. */
export function OwnResults({ page }: { page: Page }) {
  const { studio, own, line, name, kind, unit, form, setsOf, here } = page
  const answer = useActionData() as Answer | undefined
  const words = (value: number) => scoreWords(kind, value, unit)
  return (
    <>
      {own.length > 0 && (
        <section className="stack" aria-labelledby="own">
          <h2 id="own">Your results</h2>
          {own.length > 1 && (
            <LineChart
              title={`Your results of ${name} over time`}
              description={own.map(({ day, result }) => `${day}: ${result}`).join('; ')}
              points={line}
              short={words}
              last={own[0]!.result}
            />
          )}
          <table className="results">
            <caption className="vh">Your results of {name}, the newest first</caption>
            <thead className="vh">
              <tr>
                <th>Day</th>
                <th>Division</th>
                <th>Result</th>
              </tr>
            </thead>
            <tbody>
              {own.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <a href={paths.workout(studio, one.id)}>{one.day}</a>
                  </th>
                  <td className="soft">{one.division}</td>
                  <td className="num">{one.result}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {setsOf && (
        <p>
          Your heaviest set counts. <a href={paths.workoutSets(studio, setsOf)}>Change your sets</a>
        </p>
      )}
      {form && (
        <form className="stack mid-gap" method="post" action={here}>
          {answer && (
            <p className="errors" role="alert" data-refusal={answer.refusal}>
              {answer.wrong}
            </p>
          )}
          <p className="field">
            <label htmlFor="result">Your result</label>
            <small id="result-hint">
              {form.hint}
              {form.byName && ` Written down by ${form.byName}.`}
            </small>
            <input
              id="result"
              name="result"
              aria-describedby="result-hint"
              autoComplete="off"
              maxLength={12}
              defaultValue={answer?.typed ?? form.typed}
            />
          </p>
          <p className="field">
            <label htmlFor="division">Division</label>
            <select id="division" name="division" defaultValue={answer?.division ?? form.division}>
              {divisions.map((one) => (
                <option key={one} value={one}>
                  {divisionWords[one]}
                </option>
              ))}
            </select>
          </p>
          <button type="submit" className="button primary">
            Save your result
          </button>
        </form>
      )}
    </>
  )
}
