import type { Availability } from '../availability/bookable-occurrence.ts'

/** One of a family and how they stand to a class; `called` is null for the reader. */
export type FamilyPlace = {
  id: string
  called: string | null
  /** In years; null where it is not known, and of the reader. */
  age: number | null
  /** An adult, who is written to themselves. */
  adult?: boolean
  availability: Availability
}
