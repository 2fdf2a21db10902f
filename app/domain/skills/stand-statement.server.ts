import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Works out where somebody stands with the skills that `of` narrows `skill` to, by their rules of
 * now, from the days on which enough clean repetitions were seen on each side. What was cleared
 * before stays cleared, whatever the rule asks by now; seen again it lapses later. What clears it is
 * the assessment that was just kept (`clearedBy`), or, of what is counted again (null), the newest of
 * the days that count.
 */
export const standStatement = (
  { db, studio }: StudioContext,
  personId: string,
  { of, clearedBy }: { of: SQL; clearedBy: string | null },
  onlyIf: SQL,
): Statement<D1Result> => {
  const seen = seenSql(studio.id, personId)
  const daysOf = (enough: SQL) => sql`(SELECT count(*) FROM (
    SELECT 1 FROM ${seen} GROUP BY seen.on_date HAVING ${enough}))`
  const left = sql`sum(seen.left_times) >= skill.times`
  const right = sql`sum(seen.right_times) >= skill.times`
  const both = sql`${left} AND (skill.two_sided = 0 OR ${right})`
  const brought = sql`EXISTS (SELECT 1 FROM ${seen} AND seen.kind = 'brought')`
  const isCleared = sql`(${daysOf(both)} >= skill.days OR ${brought})`
  const last = sql`(SELECT max(seen.on_date) FROM ${seen})`
  const state = sql`CASE WHEN ${isCleared} THEN 'cleared'
    WHEN EXISTS (SELECT 1 FROM ${seen} AND seen.familiar = 1) THEN 'familiar' ELSE 'learning' END`
  // Only a day that counts keeps it from lapsing.
  const shown = sql`(SELECT max(on_date) FROM (SELECT seen.on_date FROM ${seen}
    GROUP BY seen.on_date HAVING (${both}) OR max(seen.kind = 'brought')))`
  const cleared = clearedBy
    ? sql`${clearedBy}`
    : sql`(SELECT seen.id FROM ${seen} AND seen.on_date = ${shown}
        ORDER BY seen.created_at DESC, seen.id DESC LIMIT 1)`
  const lapses = sql`CASE WHEN skill.lapse_months IS NOT NULL
    THEN date(${shown}, '+' || skill.lapse_months || ' months') END`
  return db.run(sql`
    INSERT INTO skill_stands (studio_id, person_id, skill_id, state, days, left_days, right_days,
      since, seen_on, lapses_on, cleared_by)
    SELECT skill.studio_id, ${personId}, skill.id, ${state}, ${daysOf(both)}, ${daysOf(left)},
      iif(skill.two_sided, ${daysOf(right)}, 0), ${last}, ${last},
      iif(${isCleared}, ${lapses}, NULL), iif(${isCleared}, ${cleared}, NULL)
    FROM skills AS skill
    WHERE skill.studio_id = ${studio.id} AND ${of} AND ${last} IS NOT NULL
      AND ${onlyIf}
    ON CONFLICT (studio_id, person_id, skill_id) DO UPDATE SET
      since = iif(skill_stands.state = 'cleared' OR skill_stands.state = excluded.state,
        skill_stands.since, excluded.since),
      cleared_by = iif(skill_stands.state = 'cleared', skill_stands.cleared_by,
        excluded.cleared_by),
      lapses_on = iif(skill_stands.state = 'cleared' AND skill_stands.lapses_on IS NULL, NULL,
        CASE WHEN skill_stands.state = 'cleared' OR excluded.state = 'cleared'
          THEN (SELECT ${lapses} FROM skills AS skill WHERE skill.id = skill_stands.skill_id) END),
      state = iif(skill_stands.state = 'cleared', 'cleared', excluded.state),
      days = excluded.days, left_days = excluded.left_days, right_days = excluded.right_days,
      seen_on = excluded.seen_on`)
}

/** What was seen of somebody’s `skill`. */
const seenSql = (studioId: string, personId: string): SQL => sql`skill_assessments AS seen
  WHERE seen.studio_id = ${studioId} AND seen.person_id = ${personId}
    AND seen.skill_id = skill.id AND seen.undone_at IS NULL AND seen.kind <> 'claimed'`

/**
 * Two records of one human have a stand each with a skill: what was seen of both counts together,
 * and what either had cleared stays cleared. For the batch that merges them, before the rest of
 * their skills goes over.
 */
export function mergeStandsStatements(
  ctx: StudioContext,
  { keptId, goneId }: { keptId: string; goneId: string },
  onlyIf: SQL,
) {
  const { db, studio } = ctx
  const theirs = (columns: SQL) => sql`SELECT ${columns} FROM skill_stands AS theirs
    WHERE theirs.studio_id = ${studio.id} AND theirs.person_id = ${goneId}`
  const columns = sql`state, days, left_days, right_days, since, seen_on, lapses_on, cleared_by`
  const twin = sql`theirs.skill_id = skill_stands.skill_id AND theirs.state = 'cleared'`
  return {
    clearedStand: db.run(sql`
      UPDATE skill_stands SET (${columns}) = (${theirs(columns)} AND ${twin})
      WHERE studio_id = ${studio.id} AND person_id = ${keptId} AND state <> 'cleared'
        AND EXISTS (${theirs(sql`1`)} AND ${twin}) AND ${onlyIf}`),
    assessed: db.run(sql`
      UPDATE skill_assessments SET person_id = ${keptId}
      WHERE studio_id = ${studio.id} AND person_id = ${goneId} AND ${onlyIf}`),
    stands: standStatement(
      ctx,
      keptId,
      {
        of: sql`skill.id IN (${theirs(sql`skill_id`)}) AND skill.id IN (
          SELECT skill_id FROM skill_stands
          WHERE studio_id = ${studio.id} AND person_id = ${keptId})`,
        clearedBy: null,
      },
      onlyIf,
    ),
  }
}
