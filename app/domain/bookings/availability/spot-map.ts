/** The numbered places of a room as rows of a map, and which of them are taken. */
export type SpotMap = {
  /** Labels, from the front, row by row. */
  rows: string[][]
  taken: string[]
  /** The person's own; empty where they have none. */
  mine: string
}

/**
 * `spots` are labels separated by commas, `columns` how many are in a row (0: all). Null where
 * there are none.
 */
export function spotMapOf(
  { spots, columns }: { spots: string; columns: number },
  taken: readonly string[],
  mine = '',
): SpotMap | null {
  const labels = spots
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean)
  if (labels.length === 0) return null
  const wide = columns > 0 ? columns : labels.length
  const rows = Array.from({ length: Math.ceil(labels.length / wide) }, (_, i) =>
    labels.slice(i * wide, (i + 1) * wide),
  )
  return { rows, taken: taken.filter((label) => label !== mine), mine }
}
