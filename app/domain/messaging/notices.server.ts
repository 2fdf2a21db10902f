import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/studios/contexts.ts'
import { newId } from '#app/values/id.ts'

export type Notice = { personId: string; dedupeKey: string; kind: string; text: string; path?: string }

/** Puts a notice in a person's shell, once a cause, as part of the batch that causes it. `onlyIf` as in the outbox. */
export function noticeStatement(
  { db, studio, now }: StudioContext,
  notice: Notice,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO notices (id, studio_id, person_id, dedupe_key, kind, text, path, created_at)
    SELECT ${newId()}, ${studio.id}, ${notice.personId}, ${notice.dedupeKey}, ${notice.kind}, ${notice.text}, ${notice.path ?? ''}, ${now}
    WHERE ${onlyIf}
    ON CONFLICT (studio_id, dedupe_key) DO NOTHING`)
}

/** How many notices the person has not read, for the shell. */
export function unreadNoticesStatement({ db, studio }: StudioContext, personId: string): Statement<{ n: number }[]> {
  return db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM notices WHERE studio_id = ${studio.id} AND person_id = ${personId} AND read_at IS NULL`,
  )
}

/** Removes the notices to `people`, a SELECT of ids: for people who were made up. */
export function removeNoticesStatement({ db, studio }: StudioContext, people: SQL): Statement<D1Result> {
  return db.run(sql`DELETE FROM notices WHERE studio_id = ${studio.id} AND person_id IN (${people})`)
}
