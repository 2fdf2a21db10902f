/** What the form of a class's workout sends. */
import * as z from 'zod'

const id = z.string().max(60)

export const classWorkoutForm = z.object({
  /** Empty takes it off. */
  workout: id.default(''),
  /** The workout the page showed; empty for none. */
  version: id.default(''),
  /** The flow it is taught from, and the one the page showed; empty for none. */
  flow: id.default(''),
  flowVersion: id.default(''),
})
export type ClassWorkoutForm = z.output<typeof classWorkoutForm>
