import { type RefObject, useEffect, useRef } from 'react'
import type { CalendarGrid } from '#app/domain/timetable/desk-calendar/calendar-columns.ts'
import { dropOf, labelOf, type Movement } from './calendar-drop.ts'

/** Where something was let go: what it would become. */
export type Drop = { id: string; start: string; minutes: number; roomId: string; coachId: string }

/** Pixels that a press may tremble and still be a press. */
const tremble = 5

/**
 * Dragging on the grid of hours, for a mouse or a pen in a wide window: fingers scroll, and in a
 * narrow window the grid is a list. Escape lets go of it. `onDrop` is called once, where something
 * would change.
 */
export function useCalendarDrag(
  gridRef: RefObject<HTMLElement>,
  grid: CalendarGrid,
  onDrop: (drop: Drop) => void,
): void {
  const latest = useRef({ grid, onDrop })
  latest.current = { grid, onDrop }
  useEffect(() => {
    const element = gridRef.current
    if (!element) return
    let stop: (() => void) | null = null
    const press = (event: PointerEvent) => {
      stop?.()
      stop = begin(element, latest.current.grid, event, (drop) => latest.current.onDrop(drop))
    }
    element.addEventListener('pointerdown', press)
    return () => {
      stop?.()
      element.removeEventListener('pointerdown', press)
    }
  }, [gridRef])
}

/** Follows one press until it is let go; answers what ends it. */
function begin(
  element: HTMLElement,
  grid: CalendarGrid,
  event: PointerEvent,
  onDrop: (drop: Drop) => void,
) {
  const target = event.target as HTMLElement
  const slot = target.closest<HTMLElement>('[data-move]')
  const home = slot?.closest<HTMLElement>('[data-date]')
  if (!slot || !home || event.button !== 0 || event.pointerType === 'touch') return null
  if (!matchMedia('(width >= 60rem)').matches) return null
  const item = grid.columns.flatMap(({ items }) => items).find(({ id }) => id === slot.dataset.move)
  if (!item?.move) return null
  const move = item.move
  const resizing = target.closest('.grip') !== null
  const columns = [...element.querySelectorAll<HTMLElement>('[data-date]')]
  const grab = event.clientY - slot.getBoundingClientRect().top
  const ghost = document.createElement('div')
  ghost.className = 'ghost'
  let active = false
  let drop: Drop | null = null

  const follow = (at: PointerEvent) => {
    if (!active && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) < tremble)
      return
    if (!active) {
      active = true
      element.classList.add('dragging')
      slot.classList.add('held')
    }
    at.preventDefault()
    const column = resizing ? home : nearest(columns, at.clientX)
    const lane = column.querySelector<HTMLElement>('.slots')!
    const box = lane.getBoundingClientRect()
    const perMinute = box.height / (grid.hours.length * 60)
    const movement: Movement = {
      from:
        (slot.getBoundingClientRect().top -
          home.querySelector('.slots')!.getBoundingClientRect().top) /
        perMinute,
      top: (at.clientY - box.top - (resizing ? 0 : grab)) / perMinute,
      minutes: move.minutes,
      resizing,
    }
    const place = dropOf(grid.hours, movement)
    if (ghost.parentElement !== lane) lane.appendChild(ghost)
    ghost.style.top = `${place.from * perMinute}px`
    ghost.style.height = `${place.minutes * perMinute}px`
    ghost.textContent =
      `${labelOf(grid.hours, place.from)} to ` +
      `${labelOf(grid.hours, place.from + place.minutes)}`
    drop = {
      id: item.id,
      start: resizing ? move.start : `${column.dataset.date}T${place.time}`,
      minutes: place.minutes,
      roomId: column.dataset.room || move.roomId,
      coachId: column.dataset.coach || move.coachId,
    }
  }
  const end = (released: boolean) => {
    removeEventListener('pointermove', follow)
    removeEventListener('pointerup', release)
    removeEventListener('pointercancel', cancel)
    removeEventListener('keydown', leaveOff)
    element.classList.remove('dragging')
    slot.classList.remove('held')
    ghost.remove()
    if (!active) return
    // The press was a drag: the link below it is not followed, whenever the button comes up.
    const swallow = (click: Event) => click.preventDefault()
    const swallowed = () =>
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }))
    element.addEventListener('click', swallow, { capture: true, once: true })
    if (released) swallowed()
    else addEventListener('pointerup', swallowed, { once: true })
    const changes =
      drop &&
      (drop.start !== move.start ||
        drop.minutes !== move.minutes ||
        drop.roomId !== move.roomId ||
        drop.coachId !== move.coachId)
    if (released && drop && changes) onDrop(drop)
  }
  const release = () => end(true)
  const cancel = () => end(false)
  const leaveOff = (key: KeyboardEvent) => key.key === 'Escape' && end(false)
  addEventListener('pointermove', follow)
  addEventListener('pointerup', release)
  addEventListener('pointercancel', cancel)
  addEventListener('keydown', leaveOff)
  return cancel
}

/** The column under a point, or the one at the nearer side. */
function nearest(columns: readonly HTMLElement[], x: number): HTMLElement {
  const away = columns.map((column) => {
    const { left, right } = column.getBoundingClientRect()
    if (x < left) return left - x
    return x >= right ? x - right + 1 : 0
  })
  return columns[away.indexOf(Math.min(...away))]!
}
