/** What is chosen before a sale of a plan shows what it comes to. Sent by GET to the page itself. */
import { Form } from '@remix-run/react'

export function ChoosePlan(props: {
  action: string
  plans: readonly { value: string; label: string }[]
  /** What choosing no plan means, where that is possible. */
  none?: string
  chosen: string
  startsOn: string
  coupon: { code: string; refusal: string | null }
  /** Null where this is not for them to decide. */
  waivesFee: boolean | null
}) {
  const { action, plans, none = 'Choose a plan', chosen, startsOn, coupon, waivesFee } = props
  return (
    <Form method="get" action={action} className="sheet-form">
      <div className="field">
        <label htmlFor="plan">Plan</label>
        <select id="plan" name="plan" defaultValue={chosen} required={props.none === undefined}>
          <option value="">{none}</option>
          {plans.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="startsOn">First day</label>
        <input id="startsOn" name="startsOn" type="date" defaultValue={startsOn} required />
      </div>
      <div className={coupon.refusal ? 'field wrong' : 'field'}>
        <label htmlFor="coupon">Coupon (optional)</label>
        {coupon.refusal && (
          <p className="bad" id="coupon-error">
            <span className="vh">Error: </span>
            {coupon.refusal}
          </p>
        )}
        <input
          id="coupon"
          name="coupon"
          type="text"
          maxLength={40}
          defaultValue={coupon.code}
          autoComplete="off"
          aria-invalid={coupon.refusal ? true : undefined}
          aria-describedby={coupon.refusal ? 'coupon-error' : undefined}
        />
      </div>
      {waivesFee !== null && (
        <div className="field">
          <label className="tick">
            <input type="checkbox" name="waivesFee" defaultChecked={waivesFee} />
            <span>Waive the joining fee</span>
          </label>
        </div>
      )}
      <p>
        <button type="submit" className="button">
          See what it comes to
        </button>
      </p>
    </Form>
  )
}
