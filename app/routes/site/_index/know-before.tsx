import { Pips, pipsOf } from '#app/ui/pips/pips.tsx'
import { UntilLine } from '#app/ui/until/until-line.tsx'

/**
 * What every studio's pages say before a button is pressed, each by the mark that says it there.
 * Styles: `landing`.
 */
export function KnowBefore() {
  return (
    <section className="say3" aria-labelledby="know">
      <h2 className="t" id="know">
        Before you book, you know
      </h2>
      <ol>
        <li className="stack">
          <h3>When free cancellation ends</h3>
          <UntilLine free={77} limit="Thu 06:30" start="18:30" />
          <p className="soft">
            Free to cancel until Thu 06:30. A clock time, so there’s nothing to work out.
          </p>
        </li>
        <li className="stack">
          <h3>What pays for it</h3>
          <Pips pips={[...pipsOf(2, 'soon'), ...pipsOf(6, 'full')]} />
          <p className="soft">
            1 credit from the pack that ends first. Two of your eight expire on 31 October.
          </p>
        </li>
        <li className="stack">
          <h3>Where you are on the waitlist</h3>
          <Pips pips={['used', 'full', 'used']} />
          <p className="soft">You are 2nd of 3. You pay only if a place opens.</p>
        </li>
      </ol>
    </section>
  )
}
