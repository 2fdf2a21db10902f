import type { ReactNode } from 'react'
import { dayParts, longDay } from '#app/domain/calendar/day-parts.ts'
import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import { type CommonRefusal, commonRefusal } from '#app/domain/timetable/common-refusal.ts'
import { isMine, isSeated } from '#app/domain/timetable/timetable-filters.ts'
import { InlineStyle, PartStyle } from '#app/ui/inline-style.tsx'
import { actionPath } from '#app/ui/timetable/action-path.ts'
import { availabilityLook } from '#app/ui/timetable/availability-look.ts'
import { ClassRow } from '#app/ui/timetable/class-row.tsx'
import { classTones } from '#app/ui/timetable/class-tones.ts'
import { DayStrip } from '#app/ui/timetable/day-strip.tsx'
import { StateMessage } from '#app/ui/timetable/state-message.tsx'
import type { Formats } from '#app/values/formats.ts'
import { count, month, weekday } from '#app/values/wording.ts'
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
    empty: classes.length === 0,
    mine: classes.filter(isSeated).length,
    shown: i === shown,
  }))
  const refusal = commonRefusal(all, formats)
  const row = (listing: ClassListing) => (
    <ClassRow
      key={listing.id}
      listing={listing}
      studio={studio}
      formats={formats}
      ownZone={ownZone}
      tone={tones.toneOf(listing.look)}
      instead={insteadOf(listing, all)}
      toldAbove={refusal?.covers(listing) ?? false}
    />
  )
  return (
    <>
      {refusal && <SaidOnce refusal={refusal} studio={studio} />}
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
              <p className="soft">
                {closed ? `Closed: ${closed}.` : 'No classes.'}
                <NextDay days={days} after={i} locale={locale} />
              </p>
            )}
            {classes.length > longDay ? (
              <LongDay classes={classes} row={row} />
            ) : (
              parts(classes).map(({ name, rows }) =>
                rows.length === 0 ? (
                  <div key={name} className="part" />
                ) : (
                  <ol key={name} className="part" aria-label={name}>
                    {rows.map(row)}
                  </ol>
                ),
              )
            )}
          </section>
        ))}
      </div>
    </>
  )
}

/** On a phone, which shows one day at a time: the way from an empty day to the next with classes. */
function NextDay({ days, after, locale }: { days: Props['days']; after: number; locale: string }) {
  const next = days.findIndex(({ classes }, i) => i > after && classes.length > 0)
  const day = days[next]
  if (!day) return null
  return (
    <a className="next-day" href={`#d${next + 1}`}>
      See {weekday(day.date, locale)} {Number(day.date.slice(8))}
    </a>
  )
}

/** What keeps someone from booking any of the classes, and the way out of it. */
function SaidOnce({
  refusal: { refused, sentence, action },
  studio,
}: {
  refusal: CommonRefusal
  studio: Props['studio']
}) {
  return (
    <div className="between">
      <StateMessage
        text={sentence}
        look={availabilityLook({ kind: 'refused', ...refused })}
        strong
        refusal={refused.reason}
      />
      {action && (
        <a className="button" href={actionPath(action, '', studio)}>
          {action.label}
        </a>
      )}
    </div>
  )
}

/** A day with many classes in parts that fold: the one that comes next, and those with mine, are open. */
function LongDay({
  classes,
  row,
}: {
  classes: readonly ClassListing[]
  row: (listing: ClassListing) => ReactNode
}) {
  const ahead = classes.find(({ availability }) => availability.kind !== 'finished')
  return (
    <div className="part">
      <PartStyle name="day-parts" />
      {dayParts(classes).map(({ name, entries }) => {
        const mine = entries.filter(isMine).length
        return (
          <details key={name} className="of-day" open={mine > 0 || entries.includes(ahead!)}>
            <summary>
              {name}{' '}
              <small>
                {count(entries.length, 'class', 'classes')}
                {mine > 0 && `, ${mine} yours`}
              </small>
            </summary>
            <ol>{entries.map(row)}</ol>
          </details>
        )
      })}
    </div>
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
