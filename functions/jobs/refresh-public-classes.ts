import {
  listIndexedStudios,
  refreshPublicClasses,
  refreshPublicClassesDue,
  removeClassesOfClosedStudios,
} from '#app/domain/timetable/public-classes/refresh-public-classes.server.ts'
import type { StudioJob, WholeJob } from './job.ts'

/** A studio costs half a dozen statements, and most studios have classes ahead. */
const studiosTogether = 50

export const refreshPublicClassesJob: StudioJob = {
  of: 'studios',
  name: 'refresh-public-classes',
  description: 'Bring the next classes of each listed studio into the public class index.',
  everyMinutes: 1,
  due: refreshPublicClassesDue,
  alsoDue: listIndexedStudios,
  together: studiosTogether,
  work: (ctx, { directory }) => refreshPublicClasses(directory, ctx),
}

export const removePublicClassesJob: WholeJob = {
  of: 'everything',
  name: 'remove-public-classes',
  description: 'Take the classes of studios that closed out of the public class index.',
  everyMinutes: 1,
  async run({ directory }) {
    return { done: await removeClassesOfClosedStudios(directory), failed: 0 }
  },
}
