/** What becomes of the coupons that a person used. */
import type { PersonRows } from '#app/domain/scope/person-rows.ts'

export const salesPersonRows: readonly PersonRows[] = [
  { table: 'coupon_uses', columns: ['person_id'], merge: 'move', erase: 'keep' },
]
