import { sweepStrays } from '#app/domain/storage/stray-objects.server.ts'
import type { Job, JobResult } from './job.ts'

/** Deletes bytes that a crash left in the bucket, and those whose deletion failed. */
export const sweepFilesJob: Job = {
  name: 'sweep-files',
  description: 'Delete bytes of files that no row speaks of.',
  everyMinutes: 10,
  async run({ env, directory, shards, clock }) {
    const result: JobResult = { done: 0, failed: 0 }
    for (const db of [directory, ...shards.map((shard) => shard.db)]) {
      try {
        result.done += await sweepStrays({ db, media: env.MEDIA, nowMs: clock() })
      } catch (error) {
        result.failed += 1
        console.error('Job failed for a database', { job: 'sweep-files', error })
      }
    }
    return result
  },
}
