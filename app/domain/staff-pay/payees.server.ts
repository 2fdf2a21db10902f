/** Who is paid, and which month's run pays what none has paid yet. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Whether `person` can be paid: they work here, or have pay lines here. A coach who left or is
 * suspended is still owed what they earned.
 */
export const paidHereSql = (studioId: string, person: SQL): SQL => sql`(EXISTS (
    SELECT 1 FROM people WHERE studio_id = ${studioId} AND id = ${person} AND is_staff = 1)
  OR EXISTS (SELECT 1 FROM pay_lines WHERE studio_id = ${studioId} AND person_id = ${person}))`

/** Someone who left can still be given a line by hand if they were in one of the last so many runs. */
const runsAfterLeaving = 3

/**
 * Everyone who can be chosen for pay: people who work here, and people who left (`here` 0) but have an
 * unpaid line or were in one of the last runs.
 */
export const payeesStatement = ({ db, studio }: StudioContext) =>
  db.all<{ id: string; name: string; here: number }>(sql`
    SELECT id, name, is_staff AS here FROM people
    WHERE studio_id = ${studio.id} AND is_staff = 1 AND archived_at IS NULL
    UNION ALL
    SELECT person.id, person.name, 0 FROM (
      SELECT person_id FROM pay_lines WHERE studio_id = ${studio.id} AND run_id IS NULL
      UNION SELECT person_id FROM pay_lines WHERE studio_id = ${studio.id} AND run_id IN (
        SELECT id FROM pay_runs WHERE studio_id = ${studio.id}
        ORDER BY month DESC LIMIT ${runsAfterLeaving})) AS paid
    CROSS JOIN people AS person ON person.id = paid.person_id
    WHERE person.studio_id = ${studio.id} AND person.is_staff <> 1 AND person.erased_at IS NULL
    ORDER BY 3 DESC, 2 LIMIT 300`)

/** Payees as the choices of a form, with those who have left distinguished. */
export const payeeOptions = (people: readonly { id: string; name: string; here: number }[]) =>
  people.map(({ id, name, here }) => ({
    value: id,
    label: here ? name : `${name} (not working here)`,
  }))

/**
 * The month whose run pays a line that none has paid: the one its work was in, or once that is
 * locked the first month after it that is not (decision 94). Only months before `before` count as
 * locked, so that a run finds its lines after its own lock.
 */
export const payMonthSql = (studioId: string, workOn: SQL, before = '9999'): SQL => {
  const own = sql`substr(${workOn}, 1, 7)`
  const locked = sql`SELECT month FROM pay_runs
    WHERE studio_id = ${studioId} AND state <> 'review' AND month < ${before}`
  return sql`(CASE WHEN ${own} NOT IN (${locked}) THEN ${own} ELSE (
    SELECT min(next.month) FROM (
      SELECT strftime('%Y-%m', month || '-01', '+1 month') AS month FROM (${locked})) AS next
    WHERE next.month > ${own} AND next.month NOT IN (${locked})) END)`
}
