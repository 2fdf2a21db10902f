import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { importJobs } from '#app/db/studio/training.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { newId, randomCharacters } from '#app/values/id.ts'
import { refusalsKept } from './import-words.ts'
import type { ImportedExercise } from './read-exercise-file.ts'
import { readLibraryFile } from './read-library-file.ts'

/** A row as it waits in R2: clean, with the hash of what it says. */
export type WaitingRow = ImportedExercise & { hash: string }

export type CheckFileResult =
  | { ok: true; importId: string }
  | { ok: false; reason: 'unreadable'; sentence: string }

/**
 * Takes a library file in and tells what importing it would do, without doing any of it (SM-IMPORT
 * uploaded → dry_run). The rows that can be taken over wait in R2 until the import is committed or
 * discarded. Refuses, with one sentence, what is no list of exercises at all; single rows are
 * refused by number in the import itself.
 */
export async function checkExerciseFile(
  ctx: MediaContext & { actor: Actor },
  file: { name: string; bytes: Uint8Array },
): Promise<CheckFileResult> {
  const read = readLibraryFile(file.name, file.bytes)
  if (!read.ok) return { ok: false, reason: 'unreadable', sentence: read.sentence }
  const rows: WaitingRow[] = await Promise.all(
    read.rows.map(async (row) => ({ ...row, hash: await hashOf(row) })),
  )

  const importId = newId()
  const objectKey = `imports/${randomCharacters(32)}.json`
  // The row first: a file that nobody knows of would stay in the bucket for ever.
  await ctx.db.insert(importJobs).values({
    id: importId,
    studioId: ctx.studio.id,
    kind: 'exercises',
    state: 'uploaded',
    fileName: file.name.slice(0, 120),
    objectKey,
    ...read.origin,
    total: rows.length,
    refused: read.refused.length,
    findings: {},
    refusals: read.refused.slice(0, refusalsKept),
    createdBy: ctx.actor.name,
    createdAt: ctx.now,
  })
  await ctx.media.put(objectKey, JSON.stringify(rows))
  const findings = {
    ...(await compare(ctx, rows, read.origin.dataset)),
    ...gapsOf(rows),
    duplicates: read.duplicates,
  }
  await ctx.db.run(sql`
    UPDATE import_jobs SET state = 'dry_run', findings = ${JSON.stringify(findings)}
    WHERE studio_id = ${ctx.studio.id} AND id = ${importId} AND state = 'uploaded'`)
  return { ok: true, importId }
}

/** What the rows leave unsaid. */
function gapsOf(rows: readonly ImportedExercise[]): Record<string, number> {
  const count = (missing: (row: ImportedExercise) => boolean) => rows.filter(missing).length
  return {
    noEquipment: count((row) => !row.equipment),
    noInstructions: count((row) => row.instructions.length === 0),
    noForce: count((row) => !row.force),
    noMechanic: count((row) => !row.mechanic),
  }
}

/** How the rows stand to the library as it is now. */
async function compare(
  { db, studio }: MediaContext,
  rows: readonly WaitingRow[],
  dataset: string,
): Promise<Record<string, number>> {
  const given = JSON.stringify(rows.map(({ sourceId, hash, name }) => [sourceId, hash, name]))
  const { known, sameName } = await batch(db, {
    known: db.all<{ unchanged: number; changed: number; kept: number }>(sql`
      SELECT
        count(*) FILTER (WHERE exercise.source_hash = input.value ->> 1) AS unchanged,
        count(*) FILTER (WHERE exercise.source_hash <> input.value ->> 1
          AND exercise.edited_at IS NULL) AS changed,
        count(*) FILTER (WHERE exercise.source_hash <> input.value ->> 1
          AND exercise.edited_at IS NOT NULL) AS kept
      FROM json_each(${given}) AS input CROSS JOIN exercises AS exercise
        ON exercise.studio_id = ${studio.id} AND exercise.source_dataset = ${dataset}
        AND exercise.source_id = input.value ->> 0`),
    sameName: db.all<{ n: number }>(sql`
      SELECT count(DISTINCT input.key) AS n FROM json_each(${given}) AS input
      CROSS JOIN exercises AS exercise
        ON exercise.studio_id = ${studio.id} AND exercise.name = input.value ->> 2
        AND exercise.source_dataset <> ${dataset}`),
  })
  const { unchanged = 0, changed = 0, kept = 0 } = known[0] ?? {}
  const isNew = rows.length - unchanged - changed - kept
  return { new: isNew, changed, unchanged, kept, sameName: sameName[0]?.n ?? 0 }
}

async function hashOf(row: ImportedExercise): Promise<string> {
  const { sourceId: _, ...content } = row
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(JSON.stringify(content)),
  )
  return btoa(String.fromCharCode(...new Uint8Array(digest))).slice(0, 32)
}
