/** One line of what happened with a person. */

export type TimelineTone = 'good' | 'warn' | 'accent' | null
export type TimelineIcon =
  | 'calendar'
  | 'check'
  | 'cross'
  | 'swap'
  | 'queue'
  | 'note'
  | 'receipt'
  | 'star'
  | 'person'
  | 'off'
  | 'back'

export type TimelineItem = {
  key: string
  at: string
  icon: TimelineIcon
  tone: TimelineTone
  title: string
  note: string
  quote: string
  /** The audit line that an "Undo" takes back; null where nothing can be. */
  undo: string | null
  /** The booking it tells of, by its class; null where it has no page. */
  place: { occurrenceId: string; bookingId: string } | null
}

export function item(
  key: string,
  at: string,
  icon: TimelineIcon,
  tone: TimelineTone,
  title: string,
  more: Partial<TimelineItem> = {},
): TimelineItem {
  return { key, at, icon, tone, title, note: '', quote: '', undo: null, place: null, ...more }
}
