import { Link } from '@remix-run/react'
import type { ClassWords } from '#app/domain/reception/reception-words.ts'
import { paths } from '#app/paths.ts'
import { FillMarks } from '#app/ui/schedule/fill-marks.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { ArrivalRow } from './arrival-row.tsx'
import type { Taps } from './use-tap-queue.ts'

/** A class of the next hours, with who is booked and who waits. */
export function ClassRoster(props: {
  studio: { slug: string }
  one: ClassWords
  taps: Taps
  scripted: boolean
  can: { checkIn: boolean; override: boolean }
  rules: FormRules
}) {
  const { rules, studio, one, taps, scripted, can } = props
  const { id, title, time, where, rows, booked, capacity, waiting } = one
  const isIn = (bookingId: string) =>
    taps.done.has(bookingId) || taps.waiting.some((waits) => waits.bookingId === bookingId)
  const inside = rows.filter((row) => row.state === 'checked_in' || isIn(row.bookingId)).length
  return (
    <section aria-labelledby={`c${id}`}>
      <div className="section-head">
        <h2 id={`c${id}`}>
          {time} <Link to={paths.manageClass(studio, id)}>{title}</Link>
        </h2>
        <span>
          {inside} of {rows.length} in
        </span>
      </div>
      <p className="muted where">
        {where} <FillMarks inside={inside} booked={booked} capacity={capacity} />
      </p>
      {rows.length === 0 ? (
        <p className="muted">Nobody is booked yet.</p>
      ) : (
        <ul className="arrivals">
          {rows.map((row) => (
            <ArrivalRow
              key={row.bookingId}
              {...{ studio, title, row, taps, scripted, rules }}
              canCheckIn={can.checkIn}
              mayOverride={can.override}
            />
          ))}
        </ul>
      )}
      {waiting.length > 0 && (
        <>
          <h3 className="waits">On the waitlist</h3>
          <ul className="arrivals">
            {waiting.map((row) => (
              <ArrivalRow
                key={row.bookingId}
                {...{ studio, title, row, taps, scripted, rules }}
                canCheckIn={can.checkIn}
                mayOverride={can.override}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
