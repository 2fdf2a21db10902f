import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'

type Act = { name: string; to: string }

/**
 * What can be done with a class or an event: `acts`, then what is pressed most. On phones the acts
 * are under one button, so that the page begins with people.
 */
export function FoldedActs({
  acts,
  children,
}: {
  acts: readonly (Act | false)[]
  children: ReactNode
}) {
  const open = acts.filter((one) => one !== false)
  return (
    <>
      {open.map(({ name, to }) => (
        <Link key={name} className="button not-phone" to={to}>
          {name}
        </Link>
      ))}
      {children}
      {open.length > 0 && (
        <details className="fly only-phone">
          <summary className="button">
            <Icon name="more" /> More
          </summary>
          <ul className="fly-list">
            {open.map(({ name, to }) => (
              <li key={name}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
