import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { importNextRows } from './commit-import.server.ts'
import { findImport, type ImportJob } from './import-queries.server.ts'
import { importNextPhotos } from './photo-import.server.ts'

/**
 * Goes on with an import that was started, step by step, until it is done or `clock()` has passed
 * `untilMs` (real time). Anyone who calls it, and however often, it takes up where the last step
 * ended. Answers the import as it is then.
 */
export async function continueImport(
  ctx: MediaContext,
  importId: string,
  { clock, untilMs }: { clock(): number; untilMs: number },
): Promise<ImportJob | null> {
  for (;;) {
    const job = await findImport(ctx, importId)
    if (job?.state !== 'committing' || clock() >= untilMs) return job
    await (job.kind === 'exercises' ? importNextRows(ctx, job) : importNextPhotos(ctx, job))
  }
}
