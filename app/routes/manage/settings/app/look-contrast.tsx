import type { StudioColour } from '#app/values/colour.ts'
import { leastContrast, measuredUses, pickedContrast } from '#app/values/look-colours.ts'

/** What was measured of a colour: it is adjusted, never refused. */
export function LookContrast({ picked, look }: { picked: string; look: StudioColour }) {
  const own = pickedContrast(picked)
  return (
    <section aria-labelledby="contrast" className="contrast">
      <h2 id="contrast">Contrast</h2>
      <p>
        {own < leastContrast
          ? `${picked} is too light to read (${own} to 1). Buttons, links and marks use a darker one.`
          : 'Text in your colour is easy to read, on light and on dark.'}
      </p>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">Used for</th>
            <th scope="col">Light</th>
            <th scope="col">Dark</th>
            <th scope="col">Needs</th>
          </tr>
        </thead>
        <tbody>
          {measuredUses(look).map(({ use, light, dark }) => (
            <tr key={use}>
              <th scope="row">{use}</th>
              <td>{light}</td>
              <td>{dark}</td>
              <td>{leastContrast}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
