import type { programStates } from '#app/db/studio/workouts/programs-words.ts'

export const programStateWords: Record<(typeof programStates)[number], string> = {
  draft: 'Draft',
  published: 'Published',
  retired: 'Retired',
}
