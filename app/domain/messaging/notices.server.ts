import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { pushKeyOf } from './notification-kinds.ts'

export type Notice = {
  /** The person, or an expression that answers them when the batch runs. */
  personId: string | SQL
  dedupeKey: string
  kind: string
  text: string | SQL
  path?: string | SQL
}

/**
 * Puts a notice in a person's shell, once a cause, as part of the batch that causes it. `onlyIf` as
 * in the outbox.
 */
export function noticeStatement(
  { db, studio, now }: StudioContext,
  notice: Notice,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO notices (id, studio_id, person_id, dedupe_key, kind, push_kind, text, path,
      created_at)
    SELECT ${newId()}, ${studio.id}, ${notice.personId}, ${notice.dedupeKey}, ${notice.kind},
      ${pushKeyOf(notice.kind)}, ${notice.text}, ${notice.path ?? ''}, ${now}
    WHERE ${onlyIf}
    ON CONFLICT (studio_id, dedupe_key) DO NOTHING`)
}

/** How many notices the person has not read, for the shell; an expression. */
export const unreadNoticesSql = (
  { studio }: Pick<StudioContext, 'studio'>,
  personId: string,
): SQL => sql`(SELECT count(*) FROM notices
  WHERE studio_id = ${studio.id} AND person_id = ${personId} AND read_at IS NULL)`

/** Removes the notices to `people`, a SELECT of ids: for people who were made up. */
export function removeNoticesStatement(
  { db, studio }: StudioContext,
  people: SQL,
): Statement<D1Result> {
  return db.run(
    sql`DELETE FROM notices WHERE studio_id = ${studio.id} AND person_id IN (${people})`,
  )
}

/**
 * The same words to each of `people`, a SELECT of ids, once a cause: `idSql` and `keySql` are made
 * of `recipient.person_id`.
 */
export function noticeEachStatement(
  { db, studio, now }: StudioContext,
  people: SQL,
  {
    idSql,
    keySql,
    kind,
    text,
    path = '',
  }: { idSql: SQL; keySql: SQL; kind: string; text: string; path?: string },
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO notices (id, studio_id, person_id, dedupe_key, kind, push_kind, text, path,
      created_at)
    SELECT ${idSql}, ${studio.id}, recipient.person_id, ${keySql}, ${kind}, ${pushKeyOf(kind)},
      ${text}, ${path}, ${now}
    FROM (${people}) AS recipient WHERE 1
    ON CONFLICT (studio_id, dedupe_key) DO NOTHING`)
}

/** Takes notices back that nobody has read; the other half of `noticeEachStatement`. */
export function removeUnreadStatement(
  { db, studio }: StudioContext,
  people: SQL,
  { keySql }: { keySql: SQL },
): Statement<D1Result> {
  return db.run(sql`
    DELETE FROM notices WHERE studio_id = ${studio.id} AND read_at IS NULL
      AND dedupe_key IN (SELECT ${keySql} FROM (${people}) AS recipient)`)
}
