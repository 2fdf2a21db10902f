/** The guard of each write that edits attendance, and the facts its refusal is told by. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { may } from '#app/domain/scope/permissions.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Instant } from '#app/values/instant.ts'
import { type AttendanceFacts, usualEditableDays } from './attendance-window.ts'

/** Days for which attendance at occurrence `alias` may be edited after its end. */
export const editableDaysSql = (alias: string): SQL =>
  sql.raw(`coalesce((SELECT rule.editable_days FROM attendance_rules AS rule
    WHERE rule.studio_id = ${alias}.studio_id), ${usualEditableDays})`)

/** Attendance at occurrence `alias` may be edited by anyone who keeps the roster. */
export const attendanceOpenSql = (now: Instant, alias = 'o'): SQL =>
  sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${sql.raw(alias)}.ends_at,
    '+' || ${editableDaysSql(alias)} || ' days') >= ${now}`

/** The same for an edit with `reason`, which reopens it to those who may. */
export const mayEditAttendanceSql = (
  { actor, now }: StaffContext,
  reason: string,
  alias = 'o',
): SQL =>
  reason.trim() !== '' && may(actor.role, 'attendance:reopen')
    ? sql`1`
    : attendanceOpenSql(now, alias)

/** When an occurrence ended and how long its attendance may be edited; no row for another studio's. */
export const attendanceFactsStatement = (
  { db, studio }: StudioContext,
  occurrenceId: string,
): Statement<AttendanceFacts[]> =>
  db.all<AttendanceFacts>(sql`
    SELECT o.ends_at AS endsAt, ${editableDaysSql('o')} AS editableDays FROM occurrences AS o
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`)
