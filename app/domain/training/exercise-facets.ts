/**
 * What the facets of the library offer, counted from how many exercises there are of each
 * combination.
 */
import { type ExerciseFilters, type FacetName, facetNames } from './exercise-filters.ts'

/** So many exercises share these five values; empty is "not said". */
export type Combination = Record<FacetName, string> & { n: number }

/** A value that a facet can take, and how many it would leave. */
export type FacetValue = { value: string; name: string; n: number }

/**
 * How many exercises pass, and for each value of each facet how many would, the other facets as
 * they are chosen: a person sees where another choice would lead, not only what is left.
 */
export function countValues(
  combinations: readonly Combination[],
  filters: ExerciseFilters,
): { total: number; values: Record<FacetName, FacetValue[]> } {
  const counts = Object.fromEntries(
    facetNames.map((name) => [name, new Map<string, number>()]),
  ) as Record<FacetName, Map<string, number>>
  let total = 0
  for (const combination of combinations) {
    const missed = facetNames.filter((name) => filters[name] && filters[name] !== combination[name])
    if (missed.length === 0) total += combination.n
    for (const name of facetNames) {
      if (missed.some((other) => other !== name) || !combination[name]) continue
      const count = counts[name]
      count.set(combination[name], (count.get(combination[name]) ?? 0) + combination.n)
    }
  }
  const listed = (name: FacetName) =>
    [...counts[name]]
      .map(([value, n]) => ({ value, name: value, n }))
      .sort((a, b) => (a.value < b.value ? -1 : 1))
  return {
    total,
    values: Object.fromEntries(facetNames.map((name) => [name, listed(name)])) as Record<
      FacetName,
      FacetValue[]
    >,
  }
}

/** Disciplines by their names, in the studio's order; one that is gone is not offered. */
export function nameDisciplines(
  values: readonly FacetValue[],
  disciplines: readonly { id: string; name: string }[],
): FacetValue[] {
  return disciplines.flatMap(({ id, name }) => {
    const found = values.find(({ value }) => value === id)
    return found ? [{ ...found, name }] : []
  })
}
