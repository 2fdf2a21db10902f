/**
 * The lines of pay that hang on a class, for the batch of what happens to it: settled, called off,
 * brought back, corrected. The rule is chosen and copied into the line when it is written, so a
 * later rule changes nothing of it (rules.md, mistake 18).
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

/**
 * What a line's own copy of its rule pays for `people`, as `priceOf` reckons it, times its percent
 * (half-up). `l` names a row with the columns of `pay_lines`.
 */
export const priceSql = (l: string, people: SQL): SQL => {
  const of = (column: string) => sql.raw(`${l}.${column}`)
  // Whole numbers, also where they were bound: D1 binds every number as a fraction.
  const whole = (column: string) => sql.raw(`CAST(${l}.${column} AS INTEGER)`)
  return sql`((max(${whole('least_minor')}, CASE ${of('basis')}
    WHEN 'flat' THEN ${whole('rule_minor')}
    WHEN 'hour' THEN (${whole('rule_minor')} * ${whole('minutes')} + 30) / 60
    WHEN 'head' THEN ${whole('rule_minor')} * CAST(${people} AS INTEGER)
    ELSE coalesce((SELECT json_extract(tier.value, '$[1]') FROM json_each(${of('tiers')}) AS tier
      WHERE json_extract(tier.value, '$[0]') <= ${people}
      ORDER BY json_extract(tier.value, '$[0]') DESC LIMIT 1), 0) END)
    * ${whole('percent')} + 50) / 100)`
}

/**
 * How many people a line counts in occurrence `o`: those who came, or everyone who had a place; of
 * an event, tickets that were admitted or sold; of what was called off, those who lost their place
 * by it.
 */
const peopleSql = (o: string, counts: SQL): SQL => {
  const own = sql.raw(`${o}.studio_id`)
  const id = sql.raw(`${o}.id`)
  const series = sql.raw(`${o}.series_id`)
  return sql`(CASE WHEN ${sql.raw(`${o}.kind`)} = 'event' THEN (
      SELECT count(*) FROM tickets AS ticket
      WHERE ticket.studio_id = ${own} AND ticket.event_id = ${series}
        AND CASE WHEN ${sql.raw(`${o}.state`)} = 'cancelled'
          THEN ticket.state = 'cancelled' AND ticket.ended_at = ${sql.raw(`${o}.cancelled_at`)}
            AND EXISTS (SELECT 1 FROM ticket_orders AS sold
              WHERE sold.id = ticket.order_id AND sold.state = 'confirmed')
          ELSE ticket.checked_in_at IS NOT NULL
            OR (${counts} = 'booked' AND ticket.ended_at IS NULL) END)
    ELSE (SELECT count(*) FROM bookings AS b
      WHERE b.studio_id = ${own} AND b.occurrence_id = ${id}
        AND CASE WHEN ${sql.raw(`${o}.state`)} = 'cancelled'
          THEN b.state = 'studio_cancelled' AND b.ended_at = ${sql.raw(`${o}.cancelled_at`)}
          ELSE b.state IN ('attended','checked_in')
            OR (${counts} = 'booked' AND b.state IN ('no_show','booked')) END) END)`
}

/** The rule in force for the coach and class of `o`: the narrowest there is. */
const ruleSql = (studioId: string, o: string, coach: SQL): SQL => sql`(
  SELECT rule.id FROM pay_rules AS rule
  WHERE rule.studio_id = ${studioId} AND rule.ended_at IS NULL
    AND rule.person_id IN ('', ${coach})
    AND rule.class_type_id IN ('', ${sql.raw(`${o}.class_type_id`)})
  ORDER BY rule.person_id <> '' AND rule.class_type_id <> '' DESC, rule.person_id <> '' DESC,
    rule.class_type_id <> '' DESC LIMIT 1)`

/** A sum that was agreed on when `coach` took the class over. */
const agreedSql = (o: string, coach: SQL): SQL => sql`(
  SELECT request.pay_minor FROM sub_requests AS request
  WHERE request.studio_id = ${sql.raw(`${o}.studio_id`)}
    AND request.occurrence_id = ${sql.raw(`${o}.id`)}
    AND request.state = 'approved' AND request.claimed_by = ${coach}
  ORDER BY request.decided_at DESC LIMIT 1)`

/**
 * Writes the line of each of `occurrences` (`SELECT … FROM occurrences AS o WHERE …`, without the
 * SELECT), for `coach`. Without a rule it is a line of nothing that says so (`none`).
 */
function lineStatement(
  { db, studio, now }: Ctx,
  from: SQL,
  line: { kind: 'work' | 'cancelled'; coach: SQL; percent: SQL; by?: string; reason?: string },
): Statement<D1Result> {
  const { kind, coach, percent, by = '', reason = '' } = line
  return db.run(sql`
    INSERT INTO pay_lines (id, studio_id, person_id, kind, work_on, occurrence_id, class_type_id,
      rule_id, scope, basis, rule_minor, tiers, least_minor, counts, percent, people, minutes,
      instead_of, amount_minor, currency, reason, created_by, created_at)
    SELECT l.id, l.studio_id, l.person_id, ${kind}, l.work_on, l.occurrence_id, l.class_type_id,
      l.rule_id, l.scope, l.basis, l.rule_minor, l.tiers, l.least_minor, l.counts, l.percent,
      l.people, l.minutes, l.instead_of, ${priceSql('l', sql`l.people`)}, ${studio.currency},
      ${reason}, ${by}, ${now}
    FROM (SELECT lower(hex(randomblob(6))) AS id, o.studio_id, ${coach} AS person_id,
        substr(o.local_start, 1, 10) AS work_on, o.id AS occurrence_id, o.class_type_id,
        CASE WHEN ${agreedSql('o', coach)} IS NULL THEN rule.id END AS rule_id,
        CASE WHEN ${agreedSql('o', coach)} IS NOT NULL THEN 'agreed' WHEN rule.id IS NULL THEN 'none'
          WHEN rule.person_id <> '' AND rule.class_type_id <> '' THEN 'coach_class'
          WHEN rule.person_id <> '' THEN 'coach' WHEN rule.class_type_id <> '' THEN 'class'
          ELSE 'studio' END AS scope,
        iif(${agreedSql('o', coach)} IS NULL, coalesce(rule.basis, 'flat'), 'flat') AS basis,
        coalesce(${agreedSql('o', coach)}, rule.amount_minor, 0) AS rule_minor,
        coalesce(rule.tiers, '[]') AS tiers,
        iif(${agreedSql('o', coach)} IS NULL, coalesce(rule.least_minor, 0), 0) AS least_minor,
        coalesce(rule.counts, 'attended') AS counts, ${percent} AS percent,
        ${peopleSql('o', sql`coalesce(rule.counts, 'attended')`)} AS people,
        CAST(round((julianday(o.ends_at) - julianday(o.starts_at)) * 1440) AS INTEGER) AS minutes,
        nullif(o.substituted_coach_id, ${coach}) AS instead_of
      ${from}) AS l WHERE 1
    ON CONFLICT DO NOTHING`)
}

const fromOccurrence = ({ studio }: Ctx, occurrenceId: string, coach: SQL, onlyIf: SQL): SQL => sql`
  FROM occurrences AS o
  LEFT JOIN pay_rules AS rule ON rule.id = ${ruleSql(studio.id, 'o', coach)}
  WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND ${onlyIf}`

/**
 * The line of a class that is being settled, behind the statement that says who attended and
 * before the one that says the class is settled. Once a class and coach.
 */
export const settledLineStatement = (ctx: Ctx, occurrenceId: string, onlyIf: SQL) =>
  lineStatement(
    ctx,
    fromOccurrence(ctx, occurrenceId, sql`o.coach_id`, sql`o.coach_id <> '' AND ${onlyIf}`),
    { kind: 'work', coach: sql`o.coach_id`, percent: sql`100` },
  )

/** The settings of a studio as a row, also of one that has decided nothing. */
const settingSql = (studioId: string, column: string): SQL =>
  sql`coalesce((SELECT ${sql.raw(column)} FROM pay_settings WHERE studio_id = ${studioId}), 0)`

/**
 * The line of a class or event that the studio has just called off, behind what the cancellation
 * writes of places, and before it ends the orders of an event: by the studio's cancel rule, of what
 * the class would have paid with everyone booked. None where it was called off earlier than the
 * rule says, or the rule pays nothing.
 */
export const cancelledLineStatement = (ctx: Ctx, occurrenceId: string) => {
  const { studio } = ctx
  const late = sql`o.cancelled_at > strftime('%Y-%m-%dT%H:%M:%SZ', o.starts_at,
    '-' || ${settingSql(studio.id, 'cancel_hours')} || ' hours')`
  const percent = settingSql(studio.id, 'cancel_percent')
  return lineStatement(
    ctx,
    fromOccurrence(
      ctx,
      occurrenceId,
      sql`o.coach_id`,
      sql`o.state = 'cancelled' AND o.coach_id <> '' AND ${percent} > 0 AND ${late}`,
    ),
    { kind: 'cancelled', coach: sql`o.coach_id`, percent },
  )
}

/**
 * Takes back what a cancellation paid, for the batch that brings the class back: the line itself,
 * or behind a lock a correction of it in the next run.
 */
export const restoredLineStatements = (
  { db, studio, now }: Ctx,
  occurrenceId: string,
  done: SQL,
) => ({
  payBack: db.run(sql`
    INSERT INTO pay_lines (id, studio_id, person_id, kind, work_on, occurrence_id, class_type_id,
      scope, people, people_before, minutes, amount_minor, currency, reason, corrects_id, created_at)
    SELECT lower(hex(randomblob(6))), line.studio_id, line.person_id, 'correction', line.work_on,
      line.occurrence_id, line.class_type_id, line.scope, 0, line.people, line.minutes,
      -line.amount_minor, line.currency, 'the class went ahead', line.id, ${now}
    FROM pay_lines AS line
    WHERE line.studio_id = ${studio.id} AND line.occurrence_id = ${occurrenceId}
      AND line.kind = 'cancelled' AND line.run_id IS NOT NULL AND line.amount_minor <> 0 AND ${done}
      AND NOT EXISTS (SELECT 1 FROM pay_lines AS correction
        WHERE correction.studio_id = line.studio_id AND correction.corrects_id = line.id)`),
  payOff: db.run(sql`
    DELETE FROM pay_lines WHERE studio_id = ${studio.id} AND occurrence_id = ${occurrenceId}
      AND kind = 'cancelled' AND run_id IS NULL AND ${done}`),
})

/**
 * Brings the lines of a settled class to who really came, for the batch that corrects an outcome:
 * by each line's own copy of its rule. A line that is not locked changes itself; of a locked one
 * the difference is a correction, which the next run pays.
 */
export const correctedLineStatements = (ctx: Ctx, occurrenceId: string, done: SQL) => {
  const { db, studio, now } = ctx
  const own = (line: string) => sql`${sql.raw(line)}.studio_id = ${studio.id}
    AND ${sql.raw(line)}.occurrence_id = ${occurrenceId}`
  const people = peopleSql('o', sql`line.counts`)
  const paid = sql`(line.amount_minor + coalesce((SELECT sum(other.amount_minor)
    FROM pay_lines AS other WHERE other.studio_id = line.studio_id AND other.corrects_id = line.id),
    0))`
  const last = sql`coalesce((SELECT other.people FROM pay_lines AS other
    WHERE other.studio_id = line.studio_id AND other.corrects_id = line.id
    ORDER BY other.created_at DESC, other.rowid DESC LIMIT 1), line.people)`
  return {
    payPeople: db.run(sql`
      UPDATE pay_lines AS line SET people = (SELECT ${people} FROM occurrences AS o
        WHERE o.id = line.occurrence_id)
      WHERE ${own('line')} AND line.kind = 'work' AND line.run_id IS NULL AND ${done}`),
    payAmount: db.run(sql`
      UPDATE pay_lines AS line SET amount_minor = ${priceSql('line', sql`line.people`)}
      WHERE ${own('line')} AND line.kind = 'work' AND line.run_id IS NULL AND ${done}`),
    // A correction that no run has paid yet is rebuilt from what is so now.
    payAgain: db.run(sql`
      DELETE FROM pay_lines AS line WHERE ${own('line')} AND line.kind = 'correction'
        AND line.run_id IS NULL AND line.people_before IS NOT NULL AND ${done}`),
    payCorrection: db.run(sql`
      INSERT INTO pay_lines (id, studio_id, person_id, kind, work_on, occurrence_id, class_type_id,
        rule_id, scope, basis, rule_minor, tiers, least_minor, counts, people, people_before,
        minutes, amount_minor, currency, corrects_id, created_at)
      SELECT lower(hex(randomblob(6))), line.studio_id, line.person_id, 'correction', line.work_on,
        line.occurrence_id, line.class_type_id, line.rule_id, line.scope, line.basis,
        line.rule_minor, line.tiers, line.least_minor, line.counts, ${people}, ${last},
        line.minutes, ${priceSql('line', people)} - ${paid}, line.currency, line.id, ${now}
      FROM pay_lines AS line JOIN occurrences AS o ON o.id = line.occurrence_id
      WHERE ${own('line')} AND line.kind = 'work' AND line.run_id IS NOT NULL AND ${done}
        AND ${priceSql('line', people)} <> ${paid}`),
  }
}

/**
 * The line of a settled class for somebody else than it was written for: "who taught it". By the
 * rule in force now, since their own was never copied.
 */
export const taughtByStatement = (
  ctx: Ctx,
  occurrenceId: string,
  line: { personId: string; by: string; reason: string },
  onlyIf: SQL,
) => {
  const coach = sql`${line.personId}`
  return lineStatement(ctx, fromOccurrence(ctx, occurrenceId, coach, onlyIf), {
    kind: 'work',
    coach,
    percent: sql`100`,
    by: line.by,
    reason: line.reason,
  })
}

/**
 * Copies the rule that is in force now into lines that had none when they were written, and no
 * lock yet: for the batch that adds a rule. Answers nothing; a line that still finds none stays.
 */
export const priceUnpricedStatements = ({ db, studio }: Ctx) => {
  const open = sql`line.studio_id = ${studio.id} AND line.run_id IS NULL AND line.scope = 'none'
    AND line.kind IN ('work','cancelled')`
  return {
    payRuled: db.run(sql`
      UPDATE pay_lines AS line SET (rule_id, scope, basis, rule_minor, tiers, least_minor, counts) = (
        SELECT rule.id, CASE WHEN rule.person_id <> '' AND rule.class_type_id <> ''
            THEN 'coach_class' WHEN rule.person_id <> '' THEN 'coach'
            WHEN rule.class_type_id <> '' THEN 'class' ELSE 'studio' END,
          rule.basis, rule.amount_minor, rule.tiers, rule.least_minor, rule.counts
        FROM pay_rules AS rule WHERE rule.id = ${ruleSql(studio.id, 'line', sql`line.person_id`)})
      WHERE ${open} AND ${ruleSql(studio.id, 'line', sql`line.person_id`)} IS NOT NULL`),
    payCounted: db.run(sql`
      UPDATE pay_lines AS line SET people = (SELECT ${peopleSql('o', sql`line.counts`)}
        FROM occurrences AS o WHERE o.id = line.occurrence_id)
      WHERE line.studio_id = ${studio.id} AND line.run_id IS NULL AND line.kind = 'work'
        AND line.counts = 'booked' AND line.occurrence_id IS NOT NULL`),
    payPriced: db.run(sql`
      UPDATE pay_lines AS line SET amount_minor = ${priceSql('line', sql`line.people`)}
      WHERE line.studio_id = ${studio.id} AND line.run_id IS NULL
        AND line.kind IN ('work','cancelled')
        AND line.amount_minor <> ${priceSql('line', sql`line.people`)}`),
  }
}
