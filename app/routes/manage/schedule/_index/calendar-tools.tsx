import { Link } from '@remix-run/react'
import { Icon, type IconName } from '#app/ui/icon/icon.tsx'

/**
 * One thing the calendar's head leads to; `primary` is the one action of the page, `count` what
 * waits there.
 */
export type CalendarTool = {
  name: string
  to: string
  icon?: IconName
  primary?: boolean
  count?: number
}

function lookOf({ primary = false, count = 0 }: Pick<CalendarTool, 'primary' | 'count'>): string {
  if (primary) return 'button primary'
  return count > 0 ? 'button' : 'button not-phone'
}

/**
 * The tools in the head of the calendar. On a phone only the primary one and those where something
 * waits stay.
 */
export function CalendarTools({ tools }: { tools: readonly CalendarTool[] }) {
  return tools.map(({ name, to, icon, primary, count = 0 }) => (
    <Link key={name} className={lookOf({ primary, count })} to={to}>
      {icon && <Icon name={icon} />} {name}{' '}
      {count > 0 && <span className="label warn">{count}</span>}
    </Link>
  ))
}
