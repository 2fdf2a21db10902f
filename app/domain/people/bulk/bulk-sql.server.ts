/**
 * What each act of a bulk change decides, does and takes back, as SQL over the targets of one step.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { noticeEachStatement, removeUnreadStatement } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { classAheadSql } from '../archive-person.server.ts'
import type { BulkAct, BulkChange } from './bulk-words.ts'
import { inviteOutcomeSql } from './invite-in-bulk.server.ts'

const mostTags = 10
const hasTag = (tag: string) => sql`instr(', ' || person.tags || ', ', ${`, ${tag}, `}) > 0`

/** `person`, or one of those who look after them, has an address. */
const mailedSql = sql`(person.email <> '' OR EXISTS (SELECT 1 FROM guardians AS link
  JOIN people AS guardian ON guardian.id = link.guardian_id AND guardian.email <> ''
  WHERE link.studio_id = person.studio_id AND link.dependant_id = person.id))`

/** The outcome for a row of `people AS person`: `changed` where there is something to do. */
export function outcomeSql(
  ctx: StudioContext,
  act: BulkAct,
  { tag = '', mail = '' }: Record<string, string>,
): SQL {
  switch (act) {
    case 'tag':
      return sql`CASE WHEN ${hasTag(tag)} THEN 'same'
        WHEN person.tags <> ''
          AND length(person.tags) - length(replace(person.tags, ',', ''))
            >= ${mostTags - 1} THEN 'too_many_tags'
        ELSE 'changed' END`
    case 'untag':
      return sql`CASE WHEN ${hasTag(tag)} THEN 'changed' ELSE 'same' END`
    case 'note':
      return sql`'changed'`
    case 'notice':
      return mail === ''
        ? sql`CASE WHEN person.user_id IS NULL THEN 'no_account' ELSE 'changed' END`
        : sql`CASE WHEN person.user_id IS NULL AND NOT ${mailedSql} THEN 'not_reached'
          ELSE 'changed' END`
    case 'invite':
      return inviteOutcomeSql(ctx)
    case 'archive':
      return sql`CASE WHEN person.archived_at IS NOT NULL THEN 'same'
        WHEN person.is_staff <> 0 THEN 'is_staff'
        WHEN ${classAheadSql(ctx, sql`person.id`)} THEN 'has_bookings' ELSE 'changed' END`
    case 'restore':
      return sql`CASE WHEN person.archived_at IS NULL THEN 'same' ELSE 'changed' END`
  }
}

/** The audit action of each person changed: the same as of one changed alone. */
export const bulkAction: Record<BulkAct, string> = {
  tag: 'person.tagged',
  untag: 'person.untagged',
  note: 'note.added',
  notice: 'person.told',
  invite: 'invitation.sent',
  archive: 'person.archived',
  restore: 'person.restored',
}

const withTag = (tag: string) =>
  sql`CASE WHEN tags = '' THEN ${tag} ELSE tags || ', ' || ${tag} END`
const withoutTag = (tag: string) => {
  const rest = sql`replace(', ' || tags || ', ', ${`, ${tag}, `}, ', ')`
  return sql`substr(${rest}, 3, max(length(${rest}) - 4, 0))`
}

const noticeKey = (bulkId: string) => sql`'bulk:' || ${bulkId} || ':' || recipient.person_id`

/**
 * Does it to `whom`, a SELECT of `person_id`. Notes and notices are named after the change, so they
 * come once.
 */
export function doStatement(ctx: StudioContext, bulk: BulkChange, whom: SQL): Statement<D1Result> {
  const { db, studio, now } = ctx
  const { id, act, detail, actorId, actorName } = bulk
  const set = (what: SQL) =>
    db.run(sql`UPDATE people SET ${what} WHERE studio_id = ${studio.id} AND id IN (${whom})`)
  switch (act) {
    case 'tag':
      return set(sql`version = version + 1, tags = ${withTag(detail.tag ?? '')}`)
    case 'untag':
      return set(sql`version = version + 1, tags = ${withoutTag(detail.tag ?? '')}`)
    case 'invite':
      return set(sql`invited_at = ${now}`)
    case 'archive':
      return set(sql`archived_at = ${now}`)
    case 'restore':
      return set(sql`archived_at = NULL`)
    case 'note':
      return db.run(sql`
        INSERT INTO person_notes (id, studio_id, person_id, kind, text, author_id,
          author_name, created_at)
        SELECT ${id} || '-' || person.id, person.studio_id, person.id, ${detail.kind},
          ${detail.text}, ${actorId}, ${actorName}, ${now}
        FROM people AS person WHERE person.studio_id = ${studio.id} AND person.id IN (${whom})
        ON CONFLICT (id) DO NOTHING`)
    case 'notice':
      return noticeEachStatement(ctx, whom, {
        idSql: sql`${id} || '-' || recipient.person_id`,
        keySql: noticeKey(id),
        kind: 'studio-notice',
        text: detail.text ?? '',
        path: paths.notices(studio),
      })
  }
}

/** Takes it back for `whom`; what someone has read stays read. */
export function takeBackStatement(
  ctx: StudioContext,
  bulk: BulkChange,
  whom: SQL,
): Statement<D1Result> {
  const { db, studio, now } = ctx
  const { id, act, detail } = bulk
  const set = (what: SQL, more: SQL) =>
    db.run(
      sql`UPDATE people AS person SET ${what}
        WHERE person.studio_id = ${studio.id} AND person.id IN (${whom}) AND ${more}`,
    )
  const tag = detail.tag ?? ''
  switch (act) {
    case 'tag':
      return set(sql`version = version + 1, tags = ${withoutTag(tag)}`, hasTag(tag))
    case 'untag':
      return set(sql`version = version + 1, tags = ${withTag(tag)}`, sql`NOT ${hasTag(tag)}`)
    case 'invite':
      return set(sql`invited_at = NULL`, sql`person.user_id IS NULL`)
    case 'archive':
      // Somebody who was restored and archived again stays: that was another reason.
      return set(
        sql`archived_at = NULL`,
        sql`person.archived_at = (SELECT line.created_at FROM audit_entries AS line
          WHERE line.studio_id = person.studio_id AND line.id = ${id} || '-' || person.id)`,
      )
    case 'restore':
      return set(
        sql`archived_at = ${now}`,
        sql`person.archived_at IS NULL AND person.is_staff = 0
          AND NOT ${classAheadSql(ctx, sql`person.id`)}`,
      )
    case 'note':
      return db.run(sql`
        UPDATE person_notes SET removed_at = ${now}
        WHERE studio_id = ${studio.id} AND removed_at IS NULL
          AND id IN (SELECT ${id} || '-' || target.person_id FROM (${whom}) AS target)`)
    case 'notice':
      return removeUnreadStatement(ctx, whom, { keySql: noticeKey(id) })
  }
}
