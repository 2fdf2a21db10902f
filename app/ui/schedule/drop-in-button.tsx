import { Icon } from '../icon/icon.tsx'

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
}) {
  const { price, name, label = 'Drop-in' } = props
  return (
    <details className="asks">
      <summary className="button small">
        {label} {price}
        <span className="vh"> for {name}</span>
        <Icon name="down" />
      </summary>
      <p>
        Take {price} from {name} first: it’s recorded as paid.
      </p>
      <button type="submit" className="button small primary" name="pay" value="drop_in">
        {price} paid, add<span className="vh"> {name}</span>
      </button>
    </details>
  )
}
