import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import type { CalendarGrid } from '#app/domain/timetable/desk-calendar/calendar-columns.ts'
import { paths } from '#app/paths.ts'
import { useScripted } from '#app/ui/use-scripted.ts'
import { type Drop, useCalendarDrag } from './calendar-drag.ts'
import { CalendarWeek } from './calendar-week.tsx'
import { MoveDialog } from './move-dialog.tsx'

/**
 * The hours of a day or week. Where scripts run, what can be moved is dragged to another time, day
 * or column, or made longer by its lower edge; a small form then says what that changes. The same
 * form is behind each "Move" link.
 */
export function CalendarBoard(props: {
  studio: { slug: string }
  grid: CalendarGrid
  view: string
  by: 'room' | 'staff'
}) {
  const { studio, grid, view, by } = props
  const { key } = useLocation()
  const scripted = useScripted()
  const gridRef = useRef<HTMLOListElement>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  useCalendarDrag(gridRef, grid, setDrop)
  const [shownAt, setShownAt] = useState(key)
  // A navigation ends what was asked.
  if (shownAt !== key) {
    setShownAt(key)
    setDrop(null)
  }
  // In a list of days, which is what a phone has, the week opens at today.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation the calendar scrolls to today again.
  useEffect(() => {
    if (location.hash || !matchMedia('(width < 60rem)').matches) return
    const frame = requestAnimationFrame(() =>
      document.getElementById('today')?.scrollIntoView({ block: 'start' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [key])
  const here = { view, by }
  return (
    <>
      {view === 'week' && grid.columns.some(({ today }) => today) && (
        <p className="to-today">
          <a href="#today">Go to today</a>
        </p>
      )}
      <CalendarWeek
        studio={studio}
        grid={grid}
        byOwner={view === 'day'}
        scripted={scripted}
        gridRef={gridRef}
        moveTo={({ id }) => paths.manageMove(studio, id, here)}
      />
      {drop && (
        <MoveDialog
          key={`${drop.id} ${drop.start} ${drop.minutes} ${drop.roomId} ${drop.coachId}`}
          path={paths.manageMove(studio, drop.id, {
            ...here,
            date: drop.start.slice(0, 10),
            time: drop.start.slice(11),
            minutes: String(drop.minutes),
            roomId: drop.roomId,
            coachId: drop.coachId,
          })}
          onLeave={() => setDrop(null)}
        />
      )}
    </>
  )
}
