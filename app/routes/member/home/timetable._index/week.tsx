import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import { isSeated } from '#app/domain/timetable/timetable-filters.ts'
import { InlineStyle } from '#app/ui/inline-style.tsx'
import { ClassRow } from '#app/ui/timetable/class-row.tsx'
import { classTones } from '#app/ui/timetable/class-tones.ts'
import { DayStrip } from '#app/ui/timetable/day-strip.tsx'
import type { Formats } from '#app/values/formats.ts'
import { month, weekday } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** A day and why it is empty: what the studio is closed for, or null. */
export type WeekDay = {
  date: LocalDate
  classes: readonly ClassListing[]
  closed: string | null
}

/** Classes from this local time on are in the day's second part. */
const afternoon = '14:00'

type Props = {
  days: readonly WeekDay[]
  studio: { slug: string }
  formats: Formats
  ownZone: string | null
}

/**
 * Seven days in one markup: a strip and one day at a time on phones, seven columns on desks.
 * Styles: `day-strip`, `week`, `class-row`, `say`.
 */
export function Week({ days, studio, formats, ownZone }: Props) {
  const { today, locale } = formats
  const all = days.flatMap((day) => day.classes)
  const tones = classTones(all.map(({ look }) => look))
  const shown = Math.max(
    0,
    days.findIndex((day) => day.date === today),
  )
  const strip = days.map(({ date, classes }, i) => ({
    date,
    mine: classes.filter(isSeated).length,
    shown: i === shown,
  }))
  return (
    <>
      {tones.css && <InlineStyle css={tones.css} />}
      <DayStrip days={strip} today={today} locale={locale} />
      <div className="week">
        {days.map(({ date, classes, closed }, i) => (
          <section
            key={date}
            id={`d${i + 1}`}
            className={dayClass(date === today, i === shown)}
            aria-labelledby={`h${i + 1}`}
          >
            <h2 id={`h${i + 1}`}>
              {date === today ? 'Today' : weekday(date, locale)}{' '}
              <b>
                {Number(date.slice(8))}
                <span className="mo"> {month(date, locale)}</span>
              </b>
            </h2>
            {classes.length === 0 && (
              <p className="soft">{closed ? `Closed: ${closed}.` : 'No classes.'}</p>
            )}
            {parts(classes).map(({ name, rows }) =>
              rows.length === 0 ? (
                <div key={name} className="part" />
              ) : (
                <ol key={name} className="part" aria-label={name}>
                  {rows.map((listing) => (
                    <ClassRow
                      key={listing.id}
                      listing={listing}
                      studio={studio}
                      formats={formats}
                      ownZone={ownZone}
                      tone={tones.toneOf(listing.look)}
                      instead={insteadOf(listing, all)}
                    />
                  ))}
                </ol>
              ),
            )}
          </section>
        ))}
      </div>
    </>
  )
}

const dayClass = (isToday: boolean, shown: boolean) =>
  `day${isToday ? ' today' : ''}${shown ? ' on' : ''}`

function parts(classes: readonly ClassListing[]) {
  const early = classes.filter(({ localStart }) => localStart.slice(11) < afternoon)
  const late = classes.filter(({ localStart }) => localStart.slice(11) >= afternoon)
  return [
    { name: 'Morning', rows: early },
    { name: 'Afternoon and evening', rows: late },
  ]
}

/** The next date of a cancelled class within the list that can be booked. */
function insteadOf(listing: ClassListing, all: readonly ClassListing[]): ClassListing | null {
  if (listing.availability.kind !== 'cancelled') return null
  const open = (other: ClassListing) =>
    other.availability.kind === 'bookable' || other.availability.kind === 'sign_in'
  return (
    all.find(
      (other) =>
        other.classTypeId === listing.classTypeId &&
        other.startsAt > listing.startsAt &&
        open(other),
    ) ?? null
  )
}
