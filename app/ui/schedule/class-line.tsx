import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Label } from '../list/label.tsx'

export type ListedClassWords = {
  id: string
  title: string
  time: string
  until: string
  over: boolean
  state: string
  roomName: string
  coachName: string
  insteadOf: string | null
  capacity: number
  booked: number
  waiting: number
}

/** One class of a day: when, what and with whom, how full. The name leads to its roster. */
export function ClassLine({
  studio,
  listed,
}: {
  studio: { slug: string }
  listed: ListedClassWords
}) {
  const {
    id,
    title,
    time,
    until,
    over,
    state,
    roomName,
    coachName,
    insteadOf,
    capacity,
    booked,
    waiting,
  } = listed
  const off = state === 'cancelled'
  return (
    <li className={off ? 'off' : undefined}>
      <time>
        {time} <span className="vh">to {until}</span>
      </time>
      <div className="which">
        <Link to={paths.manageClass(studio, id)}>{title}</Link>{' '}
        {off && <Label text="Cancelled" tone="bad" />}
        {state === 'draft' && <Label text="Draft" tone="line" />}
        {state === 'reconciled' && <Label text="Finalised" tone={null} />}
        {over && state === 'scheduled' && <Label text="To finalise" tone="warn" />}
        <p>
          {coachName}
          {insteadOf && ` for ${insteadOf}`}, {roomName}
        </p>
      </div>
      <div className="fill">{!off && <FillBar booked={booked} capacity={capacity} />}</div>
      <div className="count">
        {off ? null : (
          <>
            {booked} <span className="muted">of {capacity}</span>
            {waiting > 0 && <small>{waiting} waiting</small>}
          </>
        )}
      </div>
    </li>
  )
}

/** How full, as a bar; the figures beside it say the same. */
function FillBar({ booked, capacity }: { booked: number; capacity: number }) {
  const share = capacity === 0 ? 0 : Math.min(100, Math.round((booked / capacity) * 100))
  return (
    <svg className="fill-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" rx="1" />
      <rect className={share === 100 ? 'full' : 'booked'} width={share} height="6" rx="1" />
    </svg>
  )
}
