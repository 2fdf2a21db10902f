import { Link } from '@remix-run/react'
import type { Ref } from 'react'
import type {
  CalendarColumn,
  CalendarGrid,
  PlacedItem,
} from '#app/domain/timetable/desk-calendar/calendar-columns.ts'
import type { CalendarItem } from '#app/domain/timetable/desk-calendar/calendar-items.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { itemPath } from '#app/ui/schedule/item-path.ts'
import { dot } from '#app/values/text/separators.ts'

type StudioRef = { slug: string }
type Shared = {
  studio: StudioRef
  /** The address of moving something, for what can be moved. */
  moveTo: (item: CalendarItem) => string
  scripted: boolean
}

/**
 * Hours with days beside each other, or rooms, or staff. In a narrow window it is a list by column:
 * the same markup.
 */
export function CalendarWeek(
  props: Shared & { grid: CalendarGrid; byOwner: boolean; gridRef?: Ref<HTMLOListElement> },
) {
  const { grid, byOwner, gridRef, ...shared } = props
  const { hours, columns, tall } = grid
  const notes = Math.min(5, Math.max(0, ...columns.map((column) => notesOf(column).length)))
  const look = [
    'cal',
    `r${hours.length}`,
    notes ? `k${notes}` : '',
    byOwner ? 'by' : '',
    tall ? `tall${tall}` : '',
    columns.some(({ coachId }) => coachId) ? 'by-coach' : '',
    shared.scripted ? 'drags' : '',
  ]
  return (
    <ol className={look.filter(Boolean).join(' ')} ref={gridRef}>
      <li className="axis" aria-hidden="true">
        <p className="head">&nbsp;</p>
        <div className="notes" />
        <ol className="slots">
          {hours.map(({ name }, i) => (
            <li key={`${name} ${hours[i - 1]?.name}`} className={`hour h${i}`}>
              {name}
            </li>
          ))}
        </ol>
      </li>
      {columns.map((column) => (
        <Column key={column.key} column={column} byOwner={byOwner} {...shared} />
      ))}
    </ol>
  )
}

/** What stands above the hours of a column; the same lines keep the hours of all columns level. */
function notesOf({
  closed,
  clocks,
  allDay,
  more,
}: CalendarColumn): { text: string; shut?: boolean; more?: number }[] {
  return [
    ...(closed ? [{ text: `Closed: ${closed}`, shut: true }] : []),
    ...(clocks ? [{ text: clocks }] : []),
    ...allDay.map((text) => ({ text })),
    ...(more.length > 0 ? [{ text: `+ ${more.length} more`, more: more.length }] : []),
  ]
}

function Column({
  column,
  byOwner,
  ...shared
}: Shared & { column: CalendarColumn; byOwner: boolean }) {
  const {
    date,
    name,
    number,
    long,
    today,
    closed,
    items,
    more,
    gaps,
    nowAt,
    lanes,
    roomId,
    coachId,
  } = column
  const { studio } = shared
  const notes = notesOf(column)
  const look = [
    lanes > 1 ? `n${lanes}` : '',
    today && !byOwner ? 'today' : '',
    closed ? 'shut' : '',
  ]
  const day = paths.manageSchedule(studio, { view: 'day', on: date })
  return (
    <li
      className={look.filter(Boolean).join(' ') || undefined}
      id={today && !byOwner ? 'today' : undefined}
      data-date={date}
      data-room={roomId || undefined}
      data-coach={coachId || undefined}
    >
      <h2 title={byOwner ? name : undefined}>
        {byOwner ? (
          <b>{name}</b>
        ) : (
          <Link to={day}>
            {name} <b>{number}</b> {today && 'today'}
            <span className="vh">, {long}</span>
          </Link>
        )}
      </h2>
      <ul className="notes">
        {notes.slice(0, 5).map(({ text, shut, more: hidden }) => (
          <li key={text} className={shut ? 'shut' : undefined} title={text}>
            {hidden && !byOwner ? <Link to={day}>{text}</Link> : text}
          </li>
        ))}
      </ul>
      <ol className="slots">
        {gaps.map((cell) => (
          <li key={cell} className={`gap ${cell}`} aria-hidden="true" />
        ))}
        {items.map((item) => (
          <Slot key={`${item.id}${item.before ? ' on' : ''}`} item={item} {...shared} />
        ))}
        {byOwner &&
          more.map((item) => (
            <li key={item.id} className="vh">
              <Link to={itemPath(studio, item)}>
                {item.time} {item.title}
              </Link>
            </li>
          ))}
        {nowAt && today && <li className={`now ${nowAt}`} aria-hidden="true" />}
      </ol>
    </li>
  )
}

/** The classes of a thing by what it is and how it stands; its words say the same. */
export function lookOf({ kind, state, over, clash, seeks }: CalendarItem): string {
  return [
    kind,
    state === 'draft' || state === 'cancelled' ? state : '',
    over && state !== 'cancelled' ? 'done' : '',
    clash ? 'clash' : '',
    seeks && !clash ? 'seeks' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** What a mark or a colour tells, in words. */
export function flagsOf({ state, clash, seeks }: CalendarItem): string[] {
  return [
    ...(state === 'draft' ? ['Draft'] : []),
    ...(state === 'held' ? ['Being booked'] : []),
    ...(state === 'cancelled' ? ['Cancelled'] : []),
    ...(clash ? ['Clash'] : []),
    ...(seeks ? ['Needs cover'] : []),
  ]
}

function Slot({ item, studio, moveTo, scripted }: Shared & { item: PlacedItem }) {
  const {
    cell,
    title,
    short,
    time,
    until,
    coach,
    room,
    insteadOf,
    part,
    fill,
    waiting,
    move,
    before,
    after,
  } = item
  const narrow = cell.includes(' n')
  const span = `${before ? 'from the day before' : time} to ${after ? 'the day after' : until}`
  return (
    <li
      className={`slot ${cell} ${lookOf(item)}`}
      data-move={move && !before && !after ? item.id : undefined}
    >
      <Link to={itemPath(studio, item)} draggable={false} title={`${title}, ${span}, ${room}`}>
        <b>{narrow ? short : title}</b>{' '}
        <span className="rest">
          <time>{before ? `until ${until}` : time}</time>{' '}
          <span className="who">
            {coach}
            {insteadOf && (
              <>
                {' '}
                <Icon name="swap" />
                <span className="vh"> for {insteadOf}</span>
              </>
            )}
            {room && <span className="room"> {coach ? dot.trimStart() + room : room}</span>}
          </span>{' '}
          {part && <span className="part">{part} </span>}
          {fill && (
            <span className="fill">
              {fill}
              {waiting > 0 && (
                <span className="waits">
                  {' '}
                  +{waiting}
                  <span className="vh"> waiting</span>
                </span>
              )}
            </span>
          )}{' '}
          {flagsOf(item).map((flag) => (
            <span key={flag} className={flag === 'Clash' ? 'flag vh' : 'flag'}>
              {flag}{' '}
            </span>
          ))}
        </span>
      </Link>
      {move && (
        <Link
          className="shift"
          to={moveTo(item)}
          draggable={false}
          aria-label={`Move ${title}, ${time}`}
        >
          Move
        </Link>
      )}
      {move?.resizes && scripted && !after && <span className="grip" />}
    </li>
  )
}
