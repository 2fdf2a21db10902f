import { continueImport } from '#app/domain/training/import/continue-import.server.ts'
import {
  importsDue,
  listImportsUnderWay,
} from '#app/domain/training/import/import-queries.server.ts'
import { type StudioJob, stepTime } from './job.ts'

/** So long one run goes on; the next minute takes the rest. */
const milliseconds = 20_000

/**
 * Goes on with imports whose page was closed or whose step was cut off, and clears away what nobody
 * committed.
 */
export const continueImportsJob: StudioJob = {
  of: 'studios',
  name: 'continue-imports',
  description: 'Continue imports of exercises and photos that were started.',
  everyMinutes: 1,
  due: importsDue,
  async work(ctx, context) {
    const { env } = context
    const time = stepTime(context, milliseconds)
    const media = { ...ctx, media: env.MEDIA, images: env.IMAGES }
    const imports = await listImportsUnderWay(ctx)
    for (const { id } of imports) await continueImport(media, id, time)
    return imports.length
  },
}
