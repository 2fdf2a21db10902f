import { Icon } from '#app/ui/icon/icon.tsx'
import { Pips, pipsOf } from '#app/ui/pips/pips.tsx'
import { UntilLine } from '#app/ui/until/until-line.tsx'
import { colourKey } from '#app/values/colour.ts'

/** The colour the example wears: a studio's, since Cadence has none. */
export const exampleColour = { hue: 335, chroma: 130 }

/**
 * What a member's home looks like, instead of a photograph that would be nobody's studio. Hidden
 * from screen readers: it says nothing that the page does not say in words. Styles: `landing`,
 * `next`, `until`, `until-told`, `pips`, `say`.
 */
export function Example() {
  return (
    <figure className="example" aria-hidden="true" data-hue={colourKey(exampleColour)}>
      <figcaption className="over">Your home at a studio, as an example</figcaption>
      <div className="example-next panel stack next">
        <p className="between over">
          <span>Next for you</span>
          <span>in 2 days</span>
        </p>
        <div>
          <p className="when">Thu 18:30</p>
          <p className="h">Pole 2: spins</p>
          <p className="soft">60 min. Ben, pole studio</p>
        </div>
        <div>
          <UntilLine free={77} limit="Thu 06:30" start="18:30" />
          <p className="say good">
            <Icon name="check" />
            <span>
              Booked. Free to cancel until <b>Thu 06:30</b>, then 1 credit and £5.00.
            </span>
          </p>
        </div>
      </div>
      <div className="example-have">
        <div className="sheet">
          <p className="big-n">8</p>
          <p>
            <b>pole credits</b>
          </p>
          <Pips pips={[...pipsOf(2, 'soon'), ...pipsOf(6, 'full')]} />
          <p className="soft">2 expire on Sat 31 Oct</p>
        </div>
        <div className="sheet">
          <p className="big-n">2nd</p>
          <p>
            <b>on the waitlist</b>
          </p>
          <Pips pips={['used', 'full', 'used']} />
          <p className="soft">Silks, Fri 19:45</p>
        </div>
      </div>
    </figure>
  )
}
