import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { publishStudio } from '#app/domain/onboarding/publish-studio.server.ts'
import { listUnfinishedPlaces } from '#app/domain/onboarding/unfinished-places.server.ts'
import { listUnfinishedStudios } from '#app/domain/onboarding/unfinished-studios.server.ts'
import { joinStudio } from '#app/domain/studios/join-studio.server.ts'
import { releaseGoneAccounts } from '#app/domain/studios/release-gone-accounts.server.ts'
import { publicOrigin, studioTrialDays } from '#app/http/environment.ts'
import type { JobResult, WholeJob } from './job.ts'

/**
 * Nothing is atomic across two databases: what a crash left half done is done here (design decision
 * 5).
 */
export const finishProvisioningJob: WholeJob = {
  of: 'everything',
  name: 'finish-provisioning',
  description:
    'Finish studios, places in them and deletions of accounts that a ' +
    'crash left between two databases.',
  everyMinutes: 1,
  async run({ env, directory, shards, now, clock }) {
    const result: JobResult = { done: 0, failed: 0 }
    const shardOf = (studio: { shard: number }) => {
      const shard = shards.find(({ number }) => number === studio.shard)
      if (!shard) throw new Error(`No shard binding STUDIOS_${studio.shard}`)
      return shard.db
    }
    for (const { studioId, listed, owner } of await listUnfinishedStudios(directory)) {
      try {
        const { secret } = readConfiguration(env)
        const ctx = {
          ...{ directory, shardOf, now, nowMs: clock(), origin: publicOrigin(env), secret },
          trialDays: studioTrialDays(env),
        }
        const published = await publishStudio(ctx, owner, studioId, { listed })
        result.done += published.ok ? 1 : 0
      } catch (error) {
        result.failed += 1
        console.error('Job failed for a studio', {
          job: 'finish-provisioning',
          studio: studioId,
          error,
        })
      }
    }
    for (const { studio, account } of await listUnfinishedPlaces(directory)) {
      try {
        const joined = await joinStudio({ directory, shardOf, now }, studio, account)
        result.done += joined.ok ? 1 : 0
      } catch (error) {
        result.failed += 1
        console.error('Job failed for an account', {
          job: 'finish-provisioning',
          studio: studio.slug,
          error,
        })
      }
    }
    try {
      result.done += await releaseGoneAccounts({ directory, shardOf })
    } catch (error) {
      result.failed += 1
      console.error('Job failed for deleted accounts', { job: 'finish-provisioning', error })
    }
    return result
  },
}
