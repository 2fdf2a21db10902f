import { joinStudio } from '#app/domain/studios/join-studio.server.ts'
import { listUnfinishedPlaces } from '#app/domain/studios/unfinished-places.server.ts'
import type { Job, JobResult } from './job.ts'

/** Nothing is atomic across two databases: what a crash left half done is done here (design decision 5). */
export const finishProvisioningJob: Job = {
  name: 'finish-provisioning',
  description: 'Finish places in studios that a crash left between two databases.',
  everyMinutes: 1,
  async run({ directory, shards, now }) {
    const result: JobResult = { done: 0, failed: 0 }
    for (const { studio, account } of await listUnfinishedPlaces(directory)) {
      try {
        const shardOf = () => {
          const shard = shards.find(({ number }) => number === studio.shard)
          if (!shard) throw new Error(`No shard binding STUDIOS_${studio.shard}`)
          return shard.db
        }
        const joined = await joinStudio({ directory, shardOf, now }, studio, account)
        result.done += joined.ok ? 1 : 0
      } catch (error) {
        result.failed += 1
        console.error('Job failed for an account', { job: 'finish-provisioning', studio: studio.slug, error })
      }
    }
    return result
  },
}
