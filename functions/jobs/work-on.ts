import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { listOpenStudios } from '#app/domain/studios/open-studios.server.ts'
import { publicOrigin } from '#app/http/environment.ts'
import { findDue } from './find-due.ts'
import { databaseOf, type Job, type JobContext, type JobResult, type StudioJob } from './job.ts'
import type { JobMessage } from './messages.ts'
import { findJob } from './registry.ts'

/** `broken` counts what threw, and is part of `failed`. */
export type Worked = JobResult & {
  broken: number
  /** Studios that have as much again to do. */
  unfinished?: string[]
}

/**
 * Does what a message asks for. What throws is logged, counted and does not stop the other studios
 * of the message. A studio that is open no longer is left out, and so is a job of another version.
 */
export async function workOn(context: JobContext, message: JobMessage): Promise<Worked> {
  const job = findJob(message.job)
  if (!job) return { done: 0, failed: 0, broken: 0 }
  if (job.of === 'studios') return workOnStudios(context, job, message.studios ?? [])
  const { database = '' } = message
  return guarded({ job: job.name, database }, () =>
    job.of === 'everything' ? job.run(context) : job.work(databaseOf(context, database), context),
  )
}

async function workOnStudios(
  context: JobContext,
  job: StudioJob,
  ids: readonly string[],
): Promise<Worked> {
  const sum: Worked = { done: 0, failed: 0, broken: 0 }
  for (const studio of await listOpenStudios(context.directory, ids)) {
    const one = await guarded({ job: job.name, studio: studio.slug }, () => {
      const db = context.shards.find(({ number }) => number === studio.shard)?.db
      if (!db) throw new Error(`No shard binding STUDIOS_${studio.shard}`)
      const ctx: StudioContext = {
        db,
        studio,
        now: context.now,
        nowMs: context.clock(),
        origin: publicOrigin(context.env),
        secret: readConfiguration(context.env).secret,
      }
      return job.work(ctx, context)
    })
    sum.done += one.done
    sum.failed += one.failed
    sum.broken += one.broken
    if (one.more) sum.unfinished = [...(sum.unfinished ?? []), studio.id]
  }
  return sum
}

async function guarded(
  what: Record<string, string>,
  work: () => Promise<number | JobResult>,
): Promise<Worked> {
  try {
    const result = await work()
    return typeof result === 'number'
      ? { done: result, failed: 0, broken: 0 }
      : { ...result, broken: 0 }
  } catch (error) {
    console.error('Job failed', { ...what, error })
    return { done: 0, failed: 1, broken: 1 }
  }
}

/** Looks what is due of one job and does all of it, one after the other, without the queue. */
export async function runJob(limited: JobContext, job: Job): Promise<JobResult> {
  // Nothing limits the queries of anyone who asks for all of it at once.
  const { meter: _, ...context } = limited
  const { messages, failed } = await findDue(context, [job])
  const sum: JobResult = { done: 0, failed }
  for (const message of messages) {
    const worked = await workOn(context, message)
    sum.done += worked.done
    sum.failed += worked.failed
  }
  return sum
}
