import {
  countFilters,
  type FilterOption,
  type FilterOptions,
  filtersInUse,
  openToAll,
  type TimetableFilters,
  timesOfDay,
  timetableQuery,
} from '#app/domain/timetable/timetable-filters.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

type Props = {
  studio: { slug: string }
  filters: TimetableFilters
  options: FilterOptions
  /** "Included in my plan" needs someone with a plan. */
  signedIn: boolean
}

/**
 * Two filters to switch at once on desks, and all of them behind one button. Styles: `chip`,
 * `filter`.
 */
export function FilterBar({ studio, filters, options, signedIn }: Props) {
  const link = (change: Partial<TimetableFilters>) =>
    paths.timetable(studio, timetableQuery(filters, change))
  return (
    <div className="filters">
      {signedIn && (
        <Switch
          href={link({ included: !filters.included })}
          on={filters.included}
          name="Included"
        />
      )}
      <Switch href={link({ places: !filters.places })} on={filters.places} name="Has places" />
      <details className="filter">
        <summary className="chip">
          Filter{countFilters(filters) > 0 && ` (${countFilters(filters)})`}
        </summary>
        <form className="sheet stack mid-gap" method="get" action={paths.timetable(studio)}>
          {filters.from && <input type="hidden" name="from" value={filters.from} />}
          {filters.location && <input type="hidden" name="location" value={filters.location} />}
          <label className="choice">
            Class
            <input type="search" name="q" defaultValue={filters.q ?? undefined} />
          </label>
          {options.kinds.length > 1 && (
            <Choice name="kind" label="Kind" options={options.kinds} value={filters.kind} />
          )}
          <Choice
            name="discipline"
            label="Discipline"
            options={options.disciplines}
            value={filters.discipline}
          />
          <Choice name="coach" label="Coach" options={options.coaches} value={filters.coach} />
          <Choice
            name="level"
            label="Level"
            options={[{ id: '', name: openToAll }, ...options.levels]}
            value={filters.level}
          />
          <Choice name="time" label="Time" options={timesOfDay} value={filters.time} />
          {options.languages.length > 0 && (
            <Choice
              name="language"
              label="Language"
              options={options.languages}
              value={filters.language}
            />
          )}
          {options.access.length > 0 && (
            <Choice
              name="access"
              label="Accessibility"
              options={options.access}
              value={filters.access}
            />
          )}
          <label className="chip">
            <input type="checkbox" name="places" value="1" defaultChecked={filters.places} />
            Has places
          </label>
          {signedIn && (
            <label className="chip">
              <input type="checkbox" name="included" value="1" defaultChecked={filters.included} />
              Included
            </label>
          )}
          <button type="submit" className="button primary">
            Show classes
          </button>
        </form>
      </details>
    </div>
  )
}

function Switch({ href, on, name }: { href: string; on: boolean; name: string }) {
  return (
    <a className={on ? 'chip switch on' : 'chip switch'} href={href}>
      <span className="box">{on && <Icon name="tick" />}</span>
      {name}
      <span className="vh">{on ? ', on' : ', off'}</span>
    </a>
  )
}

function Choice(props: {
  name: string
  label: string
  options: readonly FilterOption[]
  value: string | null
}) {
  const { name, label, options, value } = props
  return (
    <label className="choice">
      {label}
      <select name={name} defaultValue={value ?? ''}>
        <option value="">All</option>
        {options.map((option) => (
          <option key={option.id}>{option.name}</option>
        ))}
      </select>
    </label>
  )
}

/** What narrows the list now, each removable. */
export function ActiveFilters({ studio, filters }: Pick<Props, 'studio' | 'filters'>) {
  // The location has a switch of its own.
  const inUse = filtersInUse({ ...filters, location: null })
  if (inUse.length === 0) return null
  return (
    <ul className="chips" aria-label="Filters in use">
      {inUse.map(({ name, without }) => (
        <li key={name}>
          <a className="chip on" href={paths.timetable(studio, timetableQuery(filters, without))}>
            {name}
            <Icon name="cross" />
            <span className="vh">, remove</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
