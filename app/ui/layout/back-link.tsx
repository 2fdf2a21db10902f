import { Icon } from '../icon/icon.tsx'

/** The way back to where this page was opened from. Style: `back-link`. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="backlink" href={href}>
      <Icon name="back" />
      {children}
    </a>
  )
}
