import type { FacetValue } from '#app/domain/training/exercise-facets.ts'
import {
  countFacets,
  type ExerciseFilters,
  exerciseQuery,
  type FacetName,
  facetNames,
} from '#app/domain/training/exercise-filters.ts'
import { wordFor } from '#app/domain/training/exercise-vocabulary.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

const labels: Record<FacetName, string> = {
  discipline: 'Discipline',
  equipment: 'Apparatus or equipment',
  body: 'Body part',
  level: 'Level',
  category: 'Kind',
  force: 'Force',
  mechanic: 'Joints',
  side: 'Side',
}

type Props = {
  studio: { slug: string }
  filters: ExerciseFilters
  facets: Record<FacetName, readonly FacetValue[]>
}

/**
 * One form: what to look for, and behind one button what to narrow by. Styles: `encyclopedia`,
 * `chip`, `sheet`.
 */
export function EncyclopediaSearch({ studio, filters, facets }: Props) {
  const chosen = countFacets(filters)
  return (
    <search>
      <form className="lookup" method="get" action={paths.encyclopedia(studio)}>
        {filters.mine && <input type="hidden" name="mine" value="1" />}
        {filters.week && <input type="hidden" name="week" value="1" />}
        {filters.view && <input type="hidden" name="view" value={filters.view} />}
        <label className="vh" htmlFor="q">
          Exercise, muscle or equipment
        </label>
        <input
          id="q"
          name="q"
          type="search"
          maxLength={80}
          autoComplete="off"
          placeholder="Exercise, muscle or equipment"
          defaultValue={filters.q}
        />
        <button className="button primary" type="submit">
          <Icon name="search" />
          Search
        </button>
        <details className="narrow">
          <summary className="chip">Narrow down{chosen > 0 && ` (${chosen})`}</summary>
          <div className="sheet">
            {facetNames.map(
              (name) =>
                facets[name].length > 0 && (
                  <label key={name}>
                    {labels[name]}
                    <select name={name} defaultValue={filters[name]}>
                      <option value="">All</option>
                      {facets[name].map((value) => (
                        <option key={value.value} value={value.value}>
                          {wordFor(value.name)} ({value.n})
                        </option>
                      ))}
                    </select>
                  </label>
                ),
            )}
            <button className="button" type="submit">
              Show exercises
            </button>
          </div>
        </details>
      </form>
    </search>
  )
}

/** What narrows the list now, each removable. */
export function ChosenFacets({ studio, filters, facets }: Props) {
  if (countFacets(filters) === 0) return null
  return (
    <ul className="chips" aria-label="Filters in use">
      {facetNames.map((name) => {
        const value = filters[name]
        if (!value) return null
        const word = wordFor(facets[name].find((offered) => offered.value === value)?.name ?? value)
        return (
          <li key={name}>
            <a
              className="chip on"
              href={paths.encyclopedia(studio, exerciseQuery(filters, { [name]: '' }))}
            >
              {word}
              <Icon name="cross" />
              <span className="vh">, remove</span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
