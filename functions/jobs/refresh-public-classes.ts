import {
  refreshPublicClasses,
  removeClassesOfClosedStudios,
} from '#app/domain/timetable/public-classes/refresh-public-classes.server.ts'
import { eachStudio, type Job } from './job.ts'

export const refreshPublicClassesJob: Job = {
  name: 'refresh-public-classes',
  description: 'Bring the next classes of each listed studio into the public class index.',
  everyMinutes: 1,
  async run(context) {
    const removed = await removeClassesOfClosedStudios(context.directory)
    const { done, failed } = await eachStudio(context, 'refresh-public-classes', (ctx) =>
      refreshPublicClasses(context.directory, ctx),
    )
    return { done: done + removed, failed }
  },
}
