import { Link } from '@remix-run/react'
import type { OwnControl } from '#app/domain/people/list/own-controls.ts'
import type { PersonFilters, PersonView } from '#app/domain/people/list/person-filters.ts'
import {
  CheckFilter,
  FilterBar,
  SearchFilter,
  SelectFilter,
  ViewChips,
} from '../list/filter-bar.tsx'
import { listPath } from '../list/params.ts'
import { OwnFilters } from './own-filters.tsx'

/** `1,000+`; left out where it is not counted. */
export type ViewCountWords = Partial<Record<PersonView | 'everybody', string>>

const views: readonly { view: PersonView | ''; name: string }[] = [
  { view: '', name: 'Everyone' },
  { view: 'members', name: 'Members' },
  { view: 'packs', name: 'Packs' },
  { view: 'frozen', name: 'Frozen' },
  { view: 'past_due', name: 'Past due' },
  { view: 'visitors', name: 'Visitors' },
  { view: 'past', name: 'Past' },
  { view: 'archived', name: 'Archived' },
]

/** The filters as a list's address has them, without what they are anyway: one list, one text. */
export const filterQuery = ({ sort, dir, ...filters }: PersonFilters): string =>
  listPath('', {
    ...filters,
    sort: sort === 'name' ? '' : sort,
    dir: dir === 'up' ? '' : dir,
  }).slice(1)

/**
 * What people are to the studio, one view each, with how many it lists; other filters stay as they
 * are.
 */
export function PeopleViews(props: {
  path: string
  filters: PersonFilters
  counts: ViewCountWords
}) {
  const { path, filters, counts } = props
  return (
    <ViewChips
      views={views.map(({ view, name }) => ({
        name,
        path: listPath(path, { ...filters, view }),
        current: filters.view === view,
        count: counts[view || 'everybody'],
      }))}
    />
  )
}

const visits = [
  { value: 'week', label: 'Came this week' },
  { value: 'month', label: 'Came in the last 30 days' },
  { value: 'before', label: 'Not in the last 30 days' },
  { value: 'never', label: 'Never came' },
]

type Choices = Record<
  'levels' | 'sources' | 'locations',
  readonly { id: string; name: string }[]
> & { own: readonly OwnControl[] }

const ages = [
  { value: 'minors', label: 'Under 18' },
  { value: 'adults', label: '18 and over' },
  { value: 'unknown', label: 'No date of birth' },
]

const accounts = [
  { value: 'none', label: 'Not invited' },
  { value: 'invited', label: 'Invited, not accepted' },
  { value: 'has', label: 'Signs in' },
]

const optionsOf = (choices: readonly { id: string; name: string }[]) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))

/** Filters that are asked for rarely; open while one of them narrows the list. */
function MoreFilters({ filters, choices }: { filters: PersonFilters; choices: Choices }) {
  const { level, age, waiver, account, source, referrer, location, figure } = filters
  const { levels, sources, locations, own } = choices
  return (
    <details
      className="more-filters"
      open={[level, age, waiver, account, source, referrer, location, filters.own].some(Boolean)}
    >
      <summary className="button quiet">More filters</summary>
      <div>
        {levels.length > 0 && (
          <SelectFilter name="level" label="Any level" value={level} options={optionsOf(levels)} />
        )}
        <SelectFilter name="age" label="Any age" value={age} options={ages} />
        <SelectFilter
          name="waiver"
          label="Any waiver"
          value={waiver}
          options={[{ value: 'missing', label: 'Not signed' }]}
        />
        <SelectFilter name="account" label="Signs in or not" value={account} options={accounts} />
        {sources.length > 0 && (
          <SelectFilter
            name="source"
            label="Any source"
            value={source}
            options={optionsOf(sources)}
          />
        )}
        <SelectFilter
          name="referrer"
          label="Referred or not"
          value={referrer}
          options={[
            ...(referrer && referrer !== 'any'
              ? [{ value: referrer, label: 'Referred by this person' }]
              : []),
            { value: 'any', label: 'Referred by a member' },
          ]}
        />
        {locations.length > 1 && (
          <SelectFilter
            name="location"
            label="Any location"
            value={location}
            options={optionsOf(locations)}
          />
        )}
        {(figure === '' || figure === 'owing') && (
          <SelectFilter
            name="figure"
            label="Any balance"
            value={figure}
            options={[{ value: 'owing', label: 'Owing' }]}
          />
        )}
        <OwnFilters own={own} />
      </div>
    </details>
  )
}

/** The search and the narrower filters of the people list, in one row. */
export function PeopleFilters(props: {
  path: string
  filters: PersonFilters
  plans: readonly string[]
  choices: Choices
  /** The name of the figure whose people are listed; empty is none. */
  figure: string
}) {
  const { path, filters, plans, choices, figure } = props
  return (
    // A link that changes the filters gives the controls their values again.
    <FilterBar key={JSON.stringify({ ...filters, q: '' })} label="Filter people" action={path}>
      <SearchFilter label="Name, email, phone, tag or barcode" value={filters.q} />
      <SelectFilter
        name="plan"
        label="Any plan"
        value={filters.plan}
        options={plans.map((name) => ({ value: name, label: name }))}
      />
      <SelectFilter name="visit" label="Any visit" value={filters.visit} options={visits} />
      <CheckFilter name="credits" label="Has credits" checked={filters.credits === '1'} />
      <CheckFilter name="unbooked" label="No next class" checked={filters.unbooked === '1'} />
      <MoreFilters filters={filters} choices={choices} />
      {filters.tag && (
        <>
          <input type="hidden" name="tag" value={filters.tag} />
          <Link className="label line" to={listPath(path, { ...filters, tag: '' })}>
            Tag: {filters.tag} ×<span className="vh">, remove</span>
          </Link>
        </>
      )}
      {filters.imported && (
        <>
          <input type="hidden" name="imported" value={filters.imported} />
          <Link className="label line" to={listPath(path, { ...filters, imported: '' })}>
            From one import ×<span className="vh">, remove</span>
          </Link>
        </>
      )}
      {filters.figure && (
        <>
          {filters.figure !== 'owing' && (
            <input type="hidden" name="figure" value={filters.figure} />
          )}
          <Link className="label line" to={listPath(path, { ...filters, figure: '' })}>
            {figure || 'Unknown figure'} ×<span className="vh">, remove</span>
          </Link>
        </>
      )}
      {filters.view && <input type="hidden" name="view" value={filters.view} />}
      {filters.sort !== 'name' && <input type="hidden" name="sort" value={filters.sort} />}
      {filters.dir !== 'up' && <input type="hidden" name="dir" value={filters.dir} />}
    </FilterBar>
  )
}
