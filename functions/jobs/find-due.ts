/** The look of a minute: what every job has to do, asked of each database once. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import { lookAtEach } from '#app/domain/scope/look.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { listOpenStudios } from '#app/domain/studios/open-studios.server.ts'
import { localDate } from '#app/values/zone.ts'
import type { DatabaseJob, Job, JobContext, StudioJob } from './job.ts'
import type { JobMessage } from './messages.ts'

export type Due = { messages: JobMessage[]; failed: number }

/** Studios, or databases (one row), that are due, by the name of the job. */
type Found = Record<string, { id: string }[]>

/**
 * The work that is due of `jobs`, one message a studio and job: in the order of the jobs, so that
 * every studio has its turn of one before any has two, and what frees places comes before what
 * fills them. One trip to each shard, one statement a job in it, however many studios there are. A
 * database that cannot be asked is logged and counted; what it has is found by the next look.
 */
export async function findDue(context: JobContext, jobs: readonly Job[]): Promise<Due> {
  const { directory, shards, clock } = context
  const sentMs = clock()
  const ofStudios = jobs.filter((job) => job.of === 'studios')
  const ofDatabases = jobs.filter((job) => job.of === 'databases')
  const studios = ofStudios.length > 0 ? await listOpenStudios(directory) : []
  let failed = 0
  const ask = async (name: string, db: DirectoryDb | StudioDb, own: readonly Studio[]) => {
    try {
      return { name, found: await askDatabase(context, db, { ofStudios, ofDatabases, own }) }
    } catch (error) {
      failed += 1
      console.error('A database could not be asked what is due', { database: name, error })
      return { name, found: {} }
    }
  }
  const known = new Set(shards.map(({ number }) => number))
  for (const { slug, shard } of studios.filter((studio) => !known.has(studio.shard))) {
    failed += ofStudios.length
    console.error('No job runs for a studio', {
      studio: slug,
      error: `No binding STUDIOS_${shard}`,
    })
  }
  const asked = [
    ...(await Promise.all(
      shards.map(({ number, db }) =>
        ask(
          String(number),
          db,
          studios.filter(({ shard }) => shard === number),
        ),
      ),
    )),
    ...(ofDatabases.length > 0 ? [await ask('directory', directory, [])] : []),
  ]

  const messages: JobMessage[] = []
  for (const job of jobs) {
    if (job.of === 'everything') messages.push({ job: job.name, sentMs })
    if (job.of === 'databases') {
      const due = asked.filter(({ found }) => (found[job.name]?.length ?? 0) > 0)
      messages.push(...due.map(({ name: database }) => ({ job: job.name, database, sentMs })))
    }
    if (job.of === 'studios') {
      const further = job.alsoDue ? await job.alsoDue(directory) : []
      const due = new Set(
        [...asked.flatMap(({ found }) => found[job.name] ?? []), ...further].map(({ id }) => id),
      )
      messages.push(...inMessages(job, [...due], sentMs))
    }
  }
  return { messages, failed }
}

function askDatabase(
  { now, clock }: JobContext,
  db: DirectoryDb | StudioDb,
  asked: {
    ofStudios: readonly StudioJob[]
    ofDatabases: readonly DatabaseJob[]
    own: readonly Studio[]
  },
): Promise<Found> {
  const look = lookAtEach(now)
  const studios = JSON.stringify(
    asked.own.map(({ id, timeZone }) => ({ id, today: localDate(now, timeZone) })),
  )
  const statements: Record<string, Statement<{ id: string }[]>> = {}
  const rows = (query: SQL) => (db as StudioDb).all<{ id: string }>(query)
  for (const { name, due } of asked.own.length > 0 ? asked.ofStudios : []) {
    statements[name] = rows(sql`
      WITH studio AS MATERIALIZED (
        SELECT value ->> 'id' AS id, value ->> 'today' AS today FROM json_each(${studios}))
      SELECT studio.id FROM studio WHERE ${due(look)}`)
  }
  for (const { name, due } of asked.ofDatabases)
    statements[name] = rows(sql`SELECT '' AS id WHERE ${due(clock())}`)
  return batch(db, statements)
}

function inMessages(
  { name: job, together = 1 }: StudioJob,
  studios: readonly string[],
  sentMs: number,
): JobMessage[] {
  const messages: JobMessage[] = []
  for (let i = 0; i < studios.length; i += together)
    messages.push({ job, studios: studios.slice(i, i + together), sentMs })
  return messages
}
