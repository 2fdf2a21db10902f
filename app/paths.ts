/** The only place where URLs are spelt, an area a file in `app/paths/`. */
import { flowPaths } from './paths/flows.ts'
import { memberPaths } from './paths/member.ts'
import { numbersPaths } from './paths/numbers.ts'
import { peoplePaths } from './paths/people.ts'
import { planningPaths } from './paths/planning.ts'
import { salesPaths } from './paths/sales.ts'
import { schedulePaths } from './paths/schedule.ts'
import { sitePaths } from './paths/site.ts'
import { studioPaths } from './paths/studio.ts'
import { trainingPaths } from './paths/training.ts'
import { workoutPaths } from './paths/workout.ts'

export const paths = {
  ...sitePaths,
  ...memberPaths,
  ...numbersPaths,
  ...peoplePaths,
  ...salesPaths,
  ...schedulePaths,
  ...planningPaths,
  ...studioPaths,
  ...trainingPaths,
  ...workoutPaths,
  ...flowPaths,
}
