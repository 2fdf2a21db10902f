/** What the day's classes ask of someone at work. */

import { type SQL, sql } from 'drizzle-orm'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { bookedCountSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { keepTasksStatements } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, endOfDay, localDate } from '#app/values/zone.ts'

/** A class with fewer than so many booked on its day wants a decision. */
const few = 3
/** No day is longer, in minutes: that on which clocks go back. */
const longestDay = 25 * 60

const fewBookedSql = ({ studio, today, now }: Look): SQL => sql`
  FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
  JOIN people AS coach ON coach.id = o.coach_id
  WHERE o.studio_id = ${studio} AND o.local_start >= ${today}
    AND o.local_start < date(${today}, '+1 day') AND o.kind = 'class' AND o.state = 'scheduled'
    AND o.starts_at > ${now} AND ${bookedCountSql} < min(${few}, o.capacity)`

/** Whether a studio has classes of today with few booked, or fees that fall due before tomorrow. */
export const classTasksDue = (look: Look): SQL => sql`(EXISTS (SELECT 1 ${fewBookedSql(look)})
  OR EXISTS (SELECT 1 FROM fees AS fee
    WHERE fee.state = 'pending' AND fee.studio_id = ${look.studio} AND fee.due_at >= ${look.now}
      AND fee.due_at < ${addMinutes(look.now, longestDay)}))`

/**
 * Classes of today that are still to come with fewer than three booked, where more could be: run
 * them, or cancel in time.
 */
export function fewBookedTasks(ctx: StudioContext) {
  const { studio } = ctx
  return keepTasksStatements(ctx, {
    kind: 'few_booked',
    role: 'manager',
    causes: sql`
      SELECT o.id AS cause_ref, o.starts_at AS due_at, o.starts_at AS ends_at,
        ${paths.manageClass(studio, '')} || o.id AS path,
        json_object('title', class_type.name, 'localStart', o.local_start,
          'booked', ${bookedCountSql}, 'coachName',
          ${calledSql('coach')}) AS facts
      ${fewBookedSql(lookAt(ctx))}`,
  })
}

/**
 * Fees that fall due before tomorrow, as one task: until then they can be waived. Done is done for
 * those there were; what is noted later is a task of its own.
 */
export function feesDueTasks(ctx: StudioContext) {
  const { studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const end = endOfDay(today, studio.timeZone)
  const begins = endOfDay(addDays(today, -1), studio.timeZone)
  const one = paths.manageFee(studio, ':person', ':fee')
  return keepTasksStatements(ctx, {
    kind: 'fees_due',
    role: 'front_desk',
    causes: sql`
      SELECT ${today} || settled.until AS cause_ref, min(fee.due_at) AS due_at,
        max(fee.due_at) AS ends_at,
        CASE count(*) WHEN 1
          THEN replace(replace(${one}, ':person', fee.person_id), ':fee', fee.id)
          ELSE ${paths.manageMembers(studio)} END AS path,
        json_object('n', count(*), 'amountMinor', sum(fee.amount_minor),
          'noted', max(fee.created_at)) AS facts
      FROM (SELECT coalesce(max(task.facts ->> 'noted'), '') AS until FROM tasks AS task
          WHERE task.studio_id = ${studio.id} AND task.state = 'done'
            AND task.done_at >= ${begins} AND task.cause_kind = 'fees_due') AS settled
        CROSS JOIN fees AS fee
      WHERE fee.created_at > settled.until AND fee.state = 'pending' AND fee.studio_id = ${studio.id} AND fee.due_at >= ${now}
        AND fee.due_at < ${end} HAVING count(*) > 0`,
  })
}
