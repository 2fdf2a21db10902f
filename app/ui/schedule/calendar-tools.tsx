import { Link } from '@remix-run/react'
import { Icon, type IconName } from '../icon/icon.tsx'

/** One thing the calendar's head leads to; `primary` is the one action of the page, `count` what waits there. */
export type CalendarTool = {
  name: string
  to: string
  icon?: IconName
  primary?: boolean
  count?: number
}

/** The tools in the head of the calendar. On a phone only the primary one and those where something waits stay. */
export function CalendarTools({ tools }: { tools: readonly CalendarTool[] }) {
  return tools.map(({ name, to, icon, primary, count = 0 }) => (
    <Link
      key={name}
      className={primary ? 'button primary' : count > 0 ? 'button' : 'button not-phone'}
      to={to}
    >
      {icon && <Icon name={icon} />} {name}{' '}
      {count > 0 && <span className="label warn">{count}</span>}
    </Link>
  ))
}
