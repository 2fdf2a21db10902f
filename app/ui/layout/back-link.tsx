import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'

/** The way back to where this page was opened from. Style: `back-link`; `staff-frame` at the desk. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="backlink" to={to}>
      <Icon name="back" />
      {children}
    </Link>
  )
}
