import { ticketCount } from '#app/domain/events/event-view.ts'
import { clockTime, dayShort } from '#app/values/wording.ts'

/**
 * Events to come that a person has tickets for; each leads to its codes. Styles: `class-row`,
 * `button`.
 */
export function MyTickets(props: {
  tickets: readonly { path: string; name: string; localStart: string; tickets: number }[]
  locale: string
}) {
  const { tickets, locale } = props
  return (
    <section className="stack" aria-labelledby="tickets">
      <h2 id="tickets">Tickets</h2>
      <ol>
        {tickets.map(({ path, name, localStart, tickets: n }) => (
          <li key={path} className="class dated">
            <p className="at">
              <time>{clockTime(localStart, locale)}</time>
              <small>{dayShort(localStart.slice(0, 10), locale)}</small>
            </p>
            <div className="what">
              <h3>
                <a href={path}>{name}</a>
              </h3>
              <p>{ticketCount(n)}</p>
            </div>
            <div className="act">
              <a className="button" href={path}>
                Show codes<span className="vh"> of {name}</span>
              </a>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
