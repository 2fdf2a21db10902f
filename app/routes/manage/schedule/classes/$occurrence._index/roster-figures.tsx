/** How many are in, booked, waiting and late, in large figures above the roster. */
export function RosterFigures(props: {
  inside: number
  booked: number
  capacity: number
  waiting: number
  late: number
  clock: { label: string; text: string }
}) {
  const { inside, booked, capacity, waiting, late, clock } = props
  const free = capacity - booked
  return (
    <dl className="figures">
      <div>
        <dt>In</dt>
        <dd>
          {inside} <small>of {booked}</small>
        </dd>
      </div>
      <div>
        <dt>Places</dt>
        <dd>
          {free > 0 ? `${free} free` : 'Full'}{' '}
          <small>
            {booked} of {capacity}
          </small>
        </dd>
      </div>
      <div>
        <dt>Waitlist</dt>
        <dd>{waiting > 0 ? <a href="#waiting">{waiting}</a> : '0'}</dd>
      </div>
      {late > 0 && (
        <div className="not-phone">
          <dt>Cancelled late</dt>
          <dd>
            <a href="#late">{late}</a>
          </dd>
        </div>
      )}
      <div className="not-phone not-print">
        <dt>{clock.label}</dt>
        <dd>{clock.text}</dd>
      </div>
    </dl>
  )
}
