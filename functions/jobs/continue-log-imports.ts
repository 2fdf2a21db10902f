import {
  continueLogImports,
  logImportsDue,
} from '#app/domain/training-log/import/continue-log-imports.server.ts'
import type { StudioJob } from './job.ts'

/** Goes on with workout files whose press was cut off, and deletes those that nobody kept. */
export const continueLogImportsJob: StudioJob = {
  of: 'studios',
  name: 'continue-log-imports',
  description:
    'Continue imports of workout files that were cut off, and delete files nobody kept for a day.',
  everyMinutes: 1,
  due: logImportsDue,
  work: (ctx) => continueLogImports(ctx),
}
