import { type CheckoutChoice, searchOf } from '#app/domain/sales/checkout/checkout-choice.ts'
import type { checkoutView } from '#app/domain/sales/checkout/checkout-words.ts'
import { paths } from '#app/paths.ts'

type View = ReturnType<typeof checkoutView>

/** The sum of what is bought. Style: `checkout`. */
export function ToPay(props: { view: View; choice: CheckoutChoice; studio: { slug: string } }) {
  const { view, choice, studio } = props
  return (
    <section className="stack" aria-labelledby="pay">
      <h2 id="pay">To pay</h2>
      <ul className="sum">
        {view.lines.map(({ key, name, amount }) => (
          <li key={key}>
            <span>
              {name}{' '}
              {key === 'off' && (
                <a href={paths.checkout(studio, searchOf({ ...choice, coupon: '' }))}>
                  Remove<span className="vh"> the coupon</span>
                </a>
              )}
            </span>
            <span className="num">{amount}</span>
          </li>
        ))}
        <li className="total">
          <b>Total</b>
          <b className="num">{view.total}</b>
        </li>
        {view.tax && (
          <li>
            <span className="soft">{view.tax}</span>
          </li>
        )}
      </ul>
    </section>
  )
}

/** A button for each way of paying, which says what it does. Style: `button`. */
export function WaysToPay(props: {
  view: View
  /** By card here. */
  online: boolean
  stranger: boolean
  seller: string
}) {
  const { view, online, stranger, seller } = props
  if (view.restMinor === 0)
    return (
      <button type="submit" name="method" value="desk" className="button primary big wide">
        {view.buttons.free}
      </button>
    )
  return (
    <>
      {online && (
        <>
          <button type="submit" name="method" value="online" className="button primary big wide">
            {view.buttons.online}
          </button>
          <p className="soft">With a card, on Stripe’s page. You pay {seller}.</p>
        </>
      )}
      <button
        type="submit"
        name="method"
        value="desk"
        className={online ? 'button big wide' : 'button primary big wide'}
      >
        {view.buttons.desk}
      </button>
      <p className="soft">
        {stranger
          ? 'We email you a link. Press it, and it is yours.'
          : `Pay ${view.total} when you come.`}
      </p>
    </>
  )
}
