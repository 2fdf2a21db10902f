import type { Refused } from '#app/domain/places/refusals.ts'

/**
 * Why a press was not accepted: a refusal of the closed list, or a form that was not as this page
 * sends it.
 */
export type Answer = {
  refused: Refused | null
  wrong: string | null
  /** Of a family: why each of them was not booked, and who was ticked. */
  family?: { refused: string[]; ticked: string[] }
}
