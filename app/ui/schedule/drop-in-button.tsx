import { Icon } from '../icon/icon.tsx'
import { PaidBy } from './paid-by.tsx'

/**
 * Adding someone as a drop-in of a form whose `pay` it sends: it takes money, so it is asked once
 * more, with the amount, before it is done. Works without scripts.
 */
export function DropInButton(props: {
  /** `£12.00` */
  price: string
  name: string
  /** What opens the question, where the price alone is not enough. */
  label?: string
  /** Whether who adds them may take the money. */
  take: boolean
}) {
  const { price, name, label = 'Drop-in', take } = props
  return (
    <details className="asks">
      <summary className="button small">
        {label} {price}
        <span className="vh"> for {name}</span>
        <Icon name="down" />
      </summary>
      <p>
        Add {name} {take ? `and record ${price} as paid by:` : `for ${price}:`}
      </p>
      <PaidBy name="pay" tone="primary" for={`for ${name}`} take={take}>
        <button type="submit" className="button small" name="pay" value="later">
          Pay later<span className="vh"> for {name}</span>
        </button>
      </PaidBy>
    </details>
  )
}
