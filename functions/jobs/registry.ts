import { continueImportsJob } from './continue-imports.ts'
import { deliverOutboxJob } from './deliver-outbox.ts'
import type { Job } from './job.ts'
import { refreshPublicClassesJob } from './refresh-public-classes.ts'

/** Every job, in the order of a tick: what makes messages comes before what sends them. */
export const jobs: readonly Job[] = [refreshPublicClassesJob, deliverOutboxJob, continueImportsJob]

export function findJob(name: string): Job | undefined {
  return jobs.find((job) => job.name === name)
}
