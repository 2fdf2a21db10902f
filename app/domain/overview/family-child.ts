import type { Unsigned } from '#app/domain/documents/unsigned.ts'

/** The next class somebody has a place in, or waits for. */
export type NextOfChild = { bookingId: string; title: string; localStart: string; state: string }

/** A child on their guardian’s page. */
export type FamilyChild = {
  id: string
  name: string
  called: string
  birthDate: string | null
  unsigned: Unsigned | null
  /** Who else looks after them. */
  others: string[]
  /** Published photos of them: allowed, refused, or not asked yet. */
  photos: 'yes' | 'no' | 'unasked'
  next: NextOfChild | null
}
