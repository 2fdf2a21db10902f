import { Link } from '@remix-run/react'
import type { paths } from '#app/paths.ts'

type Act = (name: Parameters<typeof paths.managePersonAct>[2]) => string

/** What is done rarely with a person. */
export function MoreActs(props: {
  act: Act
  archived: boolean
  can: { give: boolean; ban: boolean; erase: boolean }
}) {
  const { act, archived, can } = props
  return (
    <details className="fly">
      <summary className="button quiet">More</summary>
      <ul className="fly-list">
        <li>
          <Link to={act('merge')}>Merge</Link>
        </li>
        <li>
          <Link to={act('leaving')}>Note leaving</Link>
        </li>
        <li>
          <Link to={act('win-back')}>Win back</Link>
        </li>
        {can.give && (
          <li>
            <Link to={act('rejoin')}>Rejoin</Link>
          </li>
        )}
        <li>
          <Link to={act('archive')}>{archived ? 'Restore' : 'Archive'}</Link>
        </li>
        {can.ban && (
          <li>
            <Link to={act('ban')}>Ban</Link>
          </li>
        )}
        {can.erase && (
          <li>
            <Link to={act('erasure')}>Erase</Link>
          </li>
        )}
      </ul>
    </details>
  )
}
