/** The only place where URLs are spelt, an area a file in `app/paths/`. */
import { memberPaths } from './paths/member.ts'
import { peoplePaths } from './paths/people.ts'
import { planningPaths } from './paths/planning.ts'
import { salesPaths } from './paths/sales.ts'
import { schedulePaths } from './paths/schedule.ts'
import { sitePaths } from './paths/site.ts'
import { studioPaths } from './paths/studio.ts'
import { trainingPaths } from './paths/training.ts'

export const paths = {
  ...sitePaths,
  ...memberPaths,
  ...peoplePaths,
  ...salesPaths,
  ...schedulePaths,
  ...planningPaths,
  ...studioPaths,
  ...trainingPaths,
}
