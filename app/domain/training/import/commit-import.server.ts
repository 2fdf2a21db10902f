import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { newId } from '#app/values/id.ts'
import { searchStatements } from '../exercise-statements.server.ts'
import { bodyPartOf } from '../exercise-vocabulary.ts'
import { guessLogType } from '../log-type.ts'
import type { WaitingRow } from './check-exercise-file.server.ts'
import { findImport, type ImportJob } from './import-queries.server.ts'

/** Rows taken over at once: some 150 kB in one batch, and other requests come in between two. */
export const rowsAtOnce = 100

export type StepResult = { done: boolean }

/**
 * Takes over the next rows of an import that was started, in one batch. A step may be repeated, or
 * done by two at once: the cursor moves only from where the step found it, and a row that is
 * already there as the file has it is not written. What the studio edited itself is left alone.
 */
export async function importNextRows(ctx: MediaContext, job: ImportJob): Promise<StepResult> {
  const { db, studio, now } = ctx
  const rows = await waitingRows(ctx, job)
  // The job says committing and its file is gone: the step after the last one was cut off.
  const chunk = rows?.slice(job.cursor, job.cursor + rowsAtOnce) ?? []
  const to = rows ? job.cursor + chunk.length : job.total
  const given = JSON.stringify(chunk.map(toRow))
  const done = to >= job.total
  const here = sql`studio_id = ${studio.id} AND id = ${job.id} AND state = 'committing'`
  const known = sql`FROM json_each(${given}) AS input CROSS JOIN exercises AS exercise
    ON exercise.studio_id = ${studio.id} AND exercise.source_dataset = ${job.dataset}
      AND exercise.source_id = input.value ->> 'sourceId'`
  const count = (condition: SQL) => sql`(SELECT count(*) ${known} WHERE ${condition})`
  const same = sql`exercise.source_hash = input.value ->> 'hash'`
  await batch(db, {
    advance: db.run(sql`
      UPDATE import_jobs SET
        cursor = ${to},
        created = created + ${chunk.length} - (SELECT count(*) ${known}),
        unchanged = unchanged + ${count(same)},
        changed = changed + ${count(sql`NOT ${same} AND exercise.edited_at IS NULL`)},
        kept = kept + ${count(sql`NOT ${same} AND exercise.edited_at IS NOT NULL`)},
        state = ${done ? 'committed' : 'committing'},
        finished_at = ${done ? now : null}
      WHERE ${here} AND cursor = ${job.cursor}`),
    write: db.run(sql`
      INSERT INTO exercises (id, studio_id, name, aliases, category, level, force, mechanic,
        equipment, primary_muscles, secondary_muscles, body_part, instructions, cues, faults,
        contraindications, log_type, state, source_dataset, source_id, source_licence, source_hash, created_at,
        updated_at)
      SELECT value ->> 'id', ${studio.id}, value ->> 'name', ${listSql('aliases')},
        value ->> 'category',
        value ->> 'level', value ->> 'force', value ->> 'mechanic', value ->> 'equipment',
        value -> 'primaryMuscles', value -> 'secondaryMuscles', value ->> 'bodyPart',
        value -> 'instructions', ${listSql('cues')}, ${listSql('faults')},
        ${listSql('contraindications')}, value ->> 'logType',
        ${job.newState}, ${job.dataset}, value ->> 'sourceId', ${job.licence}, value ->> 'hash',
        ${now}, ${now}
      FROM json_each(${given})
      WHERE EXISTS (SELECT 1 FROM import_jobs
        WHERE studio_id = ${studio.id} AND id = ${job.id} AND cursor = ${to})
      ON CONFLICT (studio_id, source_dataset, source_id) DO UPDATE SET
        name = excluded.name, category = excluded.category, level = excluded.level,
        force = excluded.force, mechanic = excluded.mechanic, equipment = excluded.equipment,
        primary_muscles = excluded.primary_muscles, secondary_muscles = excluded.secondary_muscles,
        body_part = excluded.body_part, instructions = excluded.instructions,
        ${sql.join(lists.map(keptSql), sql`, `)}, source_hash = excluded.source_hash, version = exercises.version + 1,
        updated_at = excluded.updated_at
      WHERE exercises.source_hash <> excluded.source_hash AND exercises.edited_at IS NULL`),
    ...searchStatements(
      ctx,
      chunk.map((row) => ({
        key: row.sourceId,
        hash: row.hash,
        exercise: { ...row, aliases: row.aliases ?? [] },
      })),
      'source',
      job.dataset,
    ),
  })
  if (done) await ctx.media.delete(job.objectKey)
  return { done }
}

/** Lists that some layouts have: one that says nothing of them leaves what is there. */
const lists = ['aliases', 'cues', 'faults', 'contraindications'] as const
type ListName = (typeof lists)[number]

const listSql = (name: ListName): SQL => sql`coalesce(value -> ${sql.raw(`'${name}'`)}, '[]')`

const keptSql = (name: ListName): SQL => {
  const column = sql.raw(name)
  return sql`${column} = iif(excluded.${column} = '[]', exercises.${column}, excluded.${column})`
}

const toRow = (row: WaitingRow) => ({
  ...row,
  id: newId(),
  bodyPart: bodyPartOf(row.primaryMuscles),
  logType: guessLogType(row),
})

async function waitingRows({ media }: MediaContext, job: ImportJob): Promise<WaitingRow[] | null> {
  const object = await media.get(job.objectKey)
  return object ? ((await object.json()) as WaitingRow[]) : null
}

export type StartResult = { ok: true } | { ok: false; reason: 'not_found' | 'not_ready' }

/**
 * Starts what a dry run has shown; new exercises come as `newState`. A second start of the same
 * import is no error.
 */
export async function startImport(
  ctx: MediaContext & { actor: Actor },
  importId: string,
  newState: 'published' | 'draft' = 'published',
): Promise<StartResult> {
  const { started } = await batch(ctx.db, {
    started: ctx.db.run(sql`
      UPDATE import_jobs SET state = 'committing', new_state = ${newState}
      WHERE studio_id = ${ctx.studio.id} AND id = ${importId} AND state = 'dry_run'`),
    audit: auditStatement(
      ctx,
      {
        action: 'import.started',
        subjectKind: 'import',
        subjectId: importId,
        detail: { newState },
      },
      rightAfterChange,
    ),
  })
  if (changed(started) > 0) return { ok: true }
  const job = await findImport(ctx, importId)
  if (!job || job.state === 'discarded') return { ok: false, reason: 'not_found' }
  return job.state === 'uploaded' ? { ok: false, reason: 'not_ready' } : { ok: true }
}

/** Throws away an import that was not started, and its file. Answers whether there was one. */
export async function discardImport(ctx: MediaContext, importId: string): Promise<boolean> {
  const job = await findImport(ctx, importId)
  if (!job) return false
  const thrown = await ctx.db.run(sql`
    UPDATE import_jobs SET state = 'discarded', finished_at = ${ctx.now}
    WHERE studio_id = ${ctx.studio.id} AND id = ${importId} AND state IN ('uploaded', 'dry_run')`)
  if (changed(thrown) === 0) return false
  await ctx.media.delete(job.objectKey)
  return true
}
