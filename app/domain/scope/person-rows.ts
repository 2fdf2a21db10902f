/**
 * What becomes of rows that belong to a person when two records of one human are merged, and when a
 * person is erased. Each context declares its own tables in its `person-rows.ts`;
 * `person-records/all-person-rows.ts` gathers them, and a test finds a table that nobody declared.
 */
export type PersonRows = {
  table: string
  /** Columns that hold a person's id. */
  columns: readonly string[]
  /**
   * `move`: they go over to the record that is kept. `first`: they go over where the record that is
   * kept has none of its own, the others are deleted. `stay`: they tell what was done with that
   * record, and stay with it.
   */
  merge: 'move' | 'first' | 'stay'
  /**
   * Of what may stand once for each person, such as a standing place in one series: rows that have
   * `same` in common while the column `until` is null. That of the record that goes ends.
   */
  once?: { same: string; until: string }
  /** `keep`: they tell nothing of who it was. `delete`, or columns and what they say instead. */
  erase: 'keep' | 'delete' | Readonly<Record<string, string | null>>
}

/** What stands where the name of someone who was erased stood. */
export const erasedName = 'Erased person'
