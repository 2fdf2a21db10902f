import { type CheckoutChoice, searchOf } from '#app/domain/sales/checkout/checkout-choice.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'

/** A code that is typed, which leads to the same page with it. Styles: `checkout`, `form`. */
export function Coupon(props: {
  studio: { slug: string }
  choice: CheckoutChoice
  /** Why the code that was typed doesn't count. */
  refusal: string | null
  /** The start at a funnel that led here. */
  start: string | null
}) {
  const { studio, choice, refusal, start } = props
  return (
    <details className="code" open={refusal !== null}>
      <summary>{choice.coupon ? 'Change the coupon' : 'Add a coupon'}</summary>
      <form method="get" action={paths.checkout(studio, {})} className="stack">
        <HiddenFields
          values={{ ...searchOf({ ...choice, coupon: '' }), ...(start ? { start } : {}) }}
        />
        <div className={refusal ? 'field wrong' : 'field'}>
          <label htmlFor="code">Code</label>
          {refusal && (
            <p className="bad" id="code-error">
              {refusal}
            </p>
          )}
          <input
            id="code"
            name="code"
            defaultValue={choice.coupon}
            maxLength={30}
            autoComplete="off"
            aria-describedby={refusal ? 'code-error' : undefined}
            aria-invalid={refusal ? true : undefined}
          />
        </div>
        <p>
          <button type="submit" className="button">
            Use this code
          </button>
        </p>
      </form>
    </details>
  )
}
