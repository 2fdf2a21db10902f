import { straysDueSql, sweepStrays } from '#app/domain/storage/stray-objects.server.ts'
import type { DatabaseJob } from './job.ts'

/** Deletes bytes that a crash left in the bucket, and those whose deletion failed. */
export const sweepFilesJob: DatabaseJob = {
  of: 'databases',
  name: 'sweep-files',
  description: 'Delete bytes of files that no row speaks of.',
  everyMinutes: 10,
  due: straysDueSql,
  async work(db, { env, clock }) {
    return { done: await sweepStrays({ db, media: env.MEDIA, nowMs: clock() }), failed: 0 }
  },
}
