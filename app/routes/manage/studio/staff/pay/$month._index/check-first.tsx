import { Form, Link } from '@remix-run/react'
import { Icon } from '#app/ui/icon/icon.tsx'

export type Check = {
  tone: 'bad' | 'warn' | 'swap'
  title: string
  text: string
  link?: { to: string; words: string }
}

/** What is to be looked at before a month is locked. */
export function CheckFirst({ checks }: { checks: readonly Check[] }) {
  if (checks.length === 0) return null
  return (
    <section aria-labelledby="check-first">
      <div className="section-head">
        <h2 id="check-first">Check first</h2>
        <span>{checks.length}</span>
      </div>
      <ul className="needs">
        {checks.map(({ tone, title, text, link }) => (
          <li key={`${title} ${text}`}>
            <span className={tone === 'bad' ? 'bad' : 'warn'}>
              <Icon name={tone === 'swap' ? 'swap' : 'warning'} />
            </span>
            <div>
              <p>{title}</p>
              <p>{text}</p>
              {link && (
                <p className="do">
                  <Link to={link.to}>
                    {link.words}
                    <span className="vh">: {text}</span>
                  </Link>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How far the month is. */
export function RunSteps(props: { state: string; begun: string; paid: string }) {
  const order = ['open', 'review', 'locked', 'paid']
  const at = order.indexOf(props.state)
  const names = ['Open', 'Review', 'Locked', 'Paid']
  const notes = ['', props.begun && `since ${props.begun}`, '', props.paid]
  return (
    <ol className="run-steps" aria-label="Steps">
      {names.map((name, n) => (
        <li
          key={name}
          className={n < at ? 'done' : undefined}
          aria-current={n === at ? 'step' : undefined}
        >
          {n < at && <Icon name="tick" />}
          {name}
          {n === at && notes[n] ? ` ${notes[n]}` : ''}
        </li>
      ))}
    </ol>
  )
}

/** The one thing that is next with the month, and what it does. */
export function RunAct(props: {
  state: string
  over: boolean
  today: string
  locked: string
  paid: string
  blocked: string | null
  view: { month: string; totalMinor: number; totals: { pay: string }; people: readonly unknown[] }
}) {
  const { state, over, today, locked, paid, blocked, view } = props
  const { month, totals, totalMinor } = view
  if (state === 'open')
    return (
      <Form method="post" className="preview">
        <h2>Review</h2>
        <p className="words">
          {over
            ? `${month} is over. Review it, then lock it.`
            : `${month} is under way. You can review it after its last day.`}
        </p>
        {over && (
          <button type="submit" className="button primary" name="act" value="review">
            Start the review
          </button>
        )}
      </Form>
    )
  if (state === 'review')
    return (
      <Form method="post" className="preview">
        <h2>Before you lock</h2>
        <p className="words">
          {month} is fixed at {totals.pay}. Later corrections go into the next month’s pay.
        </p>
        <ul className="plain">
          <li>The rates of {month} stay, whatever you change later.</li>
          <li>Each person reads their own lines, nobody else’s.</li>
        </ul>
        {blocked ? (
          <p className="muted">{blocked}</p>
        ) : (
          <>
            <input type="hidden" name="total" value={totalMinor} />
            <button type="submit" className="button primary" name="act" value="lock">
              Lock {month}
            </button>
          </>
        )}
      </Form>
    )
  if (state === 'locked')
    return (
      <Form method="post" className="preview">
        <h2>Paying</h2>
        <p className="words">
          {totals.pay} to pay. {locked}
        </p>
        <div className="field">
          <label htmlFor="paid-on">Paid on</label>
          <input id="paid-on" name="paidOn" type="date" required defaultValue={today} />
        </div>
        <button type="submit" className="button primary" name="act" value="paid">
          Mark as paid
        </button>
      </Form>
    )
  return (
    <section className="preview">
      <h2>Paid</h2>
      <p className="words">
        {totals.pay}, {paid}. {locked}
      </p>
    </section>
  )
}
