/** How a workout stands, as of now: one that is published for later is scheduled. */
export const workoutViews = ['draft', 'scheduled', 'published', 'archived'] as const
export type WorkoutView = (typeof workoutViews)[number]

export const viewWords: Record<WorkoutView, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Archived',
}
