/** Files of what people held elsewhere, for imports. */
import { sql } from 'drizzle-orm'
import { uploadPeopleFile } from '#app/domain/imports/check-people-file.server.ts'
import type { FileKind } from '#app/domain/imports/columns.ts'
import { commitPeopleImport } from '#app/domain/imports/commit-people.server.ts'
import { continuePeopleImport } from '#app/domain/imports/continue-people-import.server.ts'
import { findPeopleImport } from '#app/domain/imports/import-queries.server.ts'
import { readCheck } from '#app/domain/imports/imported-file.server.ts'
import { rollBackImport } from '#app/domain/imports/roll-back-import.server.ts'
import { emptyBucket } from './training.ts'
import type { World } from './world.ts'

const forGood = { clock: () => 0, untilMs: 1 }

/** A CSV of rows that need no quotes. */
export const csv = (header: string, ...rows: readonly string[]) => [header, ...rows].join('\n')

/** Imports files at the desk of a studio at an instant. */
export async function importingAt(w: World, now: string) {
  const ctx = { ...w.asDesk(now), media: await emptyBucket() }
  const check = async (kind: FileKind, text: string) => {
    const bytes = new TextEncoder().encode(text)
    const uploaded = await uploadPeopleFile(ctx, { name: `${kind}.csv`, bytes }, kind)
    if (!uploaded.ok) throw new Error(uploaded.sentence)
    const job = (await findPeopleImport(ctx, uploaded.importId))!
    return { ...job, check: (await readCheck(ctx, job))! }
  }
  const start = async (id: string) => {
    const started = await commitPeopleImport(ctx, id, '')
    if (!started.ok) throw new Error(started.reason)
    await continuePeopleImport(ctx, id, forGood)
    return id
  }
  return {
    ctx,
    check,
    start,
    commit: async (kind: FileKind, text: string) => start((await check(kind, text)).id),
    rollBack: async (id: string) => {
      const begun = await rollBackImport(ctx, id)
      if (!begun.ok) throw new Error(begun.reason)
      await continuePeopleImport(ctx, id, forGood)
    },
  }
}

/** People with the numbers that the files of a Mindbody export know them by. */
export async function numberPeople(w: World, numbers: Readonly<Record<string, { id: string }>>) {
  for (const [number, { id }] of Object.entries(numbers))
    await w.db.run(sql`
      INSERT INTO person_sources (studio_id, source, external_id, person_id, row_hash)
      VALUES (${w.studio.id}, 'mindbody', ${`id:${number}`}, ${id}, '')`)
}
