import { paths } from '#app/paths.ts'
import { TicketQr } from './ticket-qr.tsx'

type Told = {
  id: string
  name: string
  type: string
  message: string
  code: { raw: string; shown: string } | null
  acts: boolean
}

/** Tickets with their codes, for a screen or for paper. Styles: `ticket`, `print`. */
export function TicketList(props: {
  studio: { slug: string }
  secret: string
  eventId: string
  rule: string
  ahead: boolean
  replaceable: boolean
  tickets: readonly Told[]
}) {
  const { studio, secret, eventId, rule, ahead, replaceable, tickets } = props
  return (
    <>
      <ul className="tickets">
        {tickets.map(({ id, name, type, message, code, acts }) => (
          <li key={id} className={code ? 'ticket' : 'ticket gone'}>
            {code && <TicketQr code={code.raw} of={name} />}
            <div className="stack">
              <p>
                <b>{name}</b>
                <br />
                {type}
              </p>
              {code && <p className="typed">{code.shown}</p>}
              {message && <p className="soft">{message}</p>}
              {acts && (
                <a href={paths.ticket(studio, secret, id)}>
                  Pass on or return<span className="vh"> the ticket of {name}</span>
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
      <div className="stack not-paper">
        <p className="soft">
          Each code admits once. Show it on your phone, or print this page. {rule}
        </p>
        {ahead && (
          <p>
            <a href={paths.occurrenceIcs(studio, eventId)}>Add to a calendar</a>
          </p>
        )}
      </div>
      {replaceable && (
        <form method="post" className="stack not-paper">
          <p className="soft">
            Anyone with the link of this page can use, pass on and return what it shows. If someone
            else has it, replace it: we email you a new link, and this one and its codes stop
            working.
          </p>
          <p>
            <button type="submit" className="button" name="act" value="replace">
              Replace the link
            </button>
          </p>
        </form>
      )}
    </>
  )
}
