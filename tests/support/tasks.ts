/** Tasks as rows, for tests of whatever raises them. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { openTasksStatement } from '#app/domain/tasks/task-queries.server.ts'
import { taskWords } from '#app/domain/tasks/task-words.ts'
import type { Instant } from '#app/values/instant.ts'
import type { World } from './world.ts'

/** Titles of what is open to a manager at `now`, those due first. */
export async function openTitles(w: World, now: Instant): Promise<string[]> {
  const { rows } = await batch(w.db, {
    rows: openTasksStatement(w.at(now), { role: 'manager', personId: '' }),
  })
  return rows.map((row) => taskWords(row, { now, ...w.studio }).title)
}

type Row = { id: string; state: string; doneByName: string; facts: string }

/** Rows of a kind, oldest first. */
export const taskRows = (w: World, kind: string): Promise<Row[]> =>
  w.db.all<Row>(sql`
    SELECT id, state, done_by_name AS doneByName, facts FROM tasks
    WHERE studio_id = ${w.studio.id} AND cause_kind = ${kind} ORDER BY rowid`)
