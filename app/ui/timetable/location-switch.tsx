import { Icon } from '../icon/icon.tsx'
import { PartStyle } from '../inline-style.tsx'

type Props = {
  locations: readonly { id: string; name: string }[]
  /** The name of the one that is shown; null is all. */
  current: string | null
  /** Where choosing one leads, by its name; null is all. */
  path: (location: string | null) => string
  /** The page of one, by its id. */
  page: (id: string) => string
}

/**
 * Which location of a studio is shown, and the ways to the others; nothing where there is only one.
 * Brings its own style, which other studios' pages do not carry.
 */
export function LocationSwitch({ locations, current, path, page }: Props) {
  if (locations.length < 2) return null
  const here = locations.find(({ name }) => name === current)
  return (
    <nav className="at-location" aria-label="Location">
      <PartStyle name="location-switch" />
      <details>
        <summary>
          {here?.name ?? 'All locations'}
          <Icon name="next" />
        </summary>
        <ul>
          {[null, ...locations.map(({ name }) => name)].map((name) => (
            <li key={name}>
              <a href={path(name)} aria-current={name === current ? 'true' : undefined}>
                {name ?? 'All locations'}
              </a>
            </li>
          ))}
        </ul>
      </details>
      {here && <a href={page(here.id)}>Address and hours</a>}
    </nav>
  )
}
