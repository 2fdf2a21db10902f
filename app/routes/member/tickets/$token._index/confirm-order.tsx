import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

type Held = {
  until: string
  what: string
  tickets: string
  total: string
  free: boolean
  account: boolean
  to: string
}

/**
 * What is held, how it is paid, and the one press that confirms it. Styles: `pick`, `say`, `dock`,
 * `button`.
 */
export function ConfirmOrder(props: {
  studio: { slug: string }
  secret: string
  eventId: string
  rule: string
  held: Held
  /** It can be paid by card here. */
  online: boolean
}) {
  const { studio, secret, eventId, rule, held, online } = props
  return (
    <form className="stack wide-gap asks" method="post" action={paths.tickets(studio, secret)}>
      <div className="stack">
        <p>
          <b>{held.what}</b>, {held.free ? 'free' : held.total}. The tickets are sent to {held.to}.
        </p>
        <p className="soft">{rule}</p>
      </div>
      {held.account && !held.free && (
        <fieldset className="stack">
          <legend>How will you pay?</legend>
          <label className="pick">
            <input type="radio" name="pays" value="account" defaultChecked />
            <span>On your account, to pay at the desk</span>
          </label>
          <label className="pick">
            <input type="radio" name="pays" value="door" />
            <span>At the door</span>
          </label>
        </fieldset>
      )}
      <div className="dock stack">
        <p className="say good">
          <Icon name="check" />
          <span>
            Kept for you until {held.until}.{' '}
            {held.free || held.account ? '' : `You pay ${held.total} at the door.`}
          </span>
        </p>
        {online && !held.free && (
          <button type="submit" className="button primary big wide" name="act" value="pay">
            Pay {held.total} now
          </button>
        )}
        <button
          type="submit"
          className={online && !held.free ? 'button big wide' : 'button primary big wide'}
          name="act"
          value="confirm"
        >
          Confirm {held.tickets}
          {held.free ? '' : ` for ${held.total}`}
        </button>
        <p className="pair">
          <a className="button" href={paths.orderTickets(studio, eventId, { instead: secret })}>
            Change them
          </a>
          <button type="submit" className="button" name="act" value="release">
            Cancel order
          </button>
        </p>
      </div>
    </form>
  )
}
