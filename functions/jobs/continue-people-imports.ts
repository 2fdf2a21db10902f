import { continuePeopleImports } from '#app/domain/imports/continue-people-import.server.ts'
import { peopleImportsDue } from '#app/domain/imports/import-queries.server.ts'
import { type StudioJob, stepTime } from './job.ts'

/** So long one run goes on; the next minute takes the rest. */
const milliseconds = 20_000

/**
 * Goes on with imports of people and their roll-backs whose page was closed or whose step was cut
 * off, and deletes files whose time is over.
 */
export const continuePeopleImportsJob: StudioJob = {
  of: 'studios',
  name: 'continue-people-imports',
  description: 'Continue imports of people that were started or are rolled back.',
  everyMinutes: 1,
  due: peopleImportsDue,
  work: (ctx, context) =>
    continuePeopleImports({ ...ctx, media: context.env.MEDIA }, stepTime(context, milliseconds)),
}
