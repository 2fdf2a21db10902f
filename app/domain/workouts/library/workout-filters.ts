import * as z from 'zod'
import { workoutKinds } from '#app/db/studio/workouts/workouts-words.ts'
import { searchText } from '#app/values/search-terms.ts'
import { workoutViews } from './workout-views.ts'

/** What the list of workouts can be narrowed by; what it does not know narrows nothing. */
export const workoutFilters = z.object({
  // A pattern may weigh 50 bytes.
  q: searchText(20),
  kind: z.enum(workoutKinds).or(z.literal('')).catch(''),
  state: z.enum(workoutViews).or(z.literal('')).catch(''),
})

export type WorkoutFilters = z.output<typeof workoutFilters>
