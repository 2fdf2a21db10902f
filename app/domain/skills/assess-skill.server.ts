import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { standStatement } from './stand-statement.server.ts'

export type Seen = {
  /** The form's own id: sent twice it is once. */
  key: string
  on: LocalDate
  /** Clean repetitions of the left side, or of all where a skill has no sides. */
  left: number
  right: number
  familiar: boolean
  /** Cleared before the studio kept its tree: the rule is not asked. */
  brought?: boolean
  note: string
  evidence: string
  occurrenceId?: string
}

export type AssessResult =
  | {
      ok: true
      person: string
      skill: string
      /** The day counts by now. */
      counted: boolean
      /** The day counted before this. */
      before: boolean
      days: number
      need: number
      cleared: boolean
      /** Cleared by this. */
      nowCleared: boolean
    }
  | { ok: false; reason: 'not_found' | 'in_the_future' }
  /** The skill is assessed by these people alone. */
  | { ok: false; reason: 'not_assessor'; who: string }

type Pair = { personId: string; skillId: string }

/** `skill` and `person` of the pair, both of the studio; the skill on the tree. */
const pairSql = ({ studio }: StudioContext, { personId, skillId }: Pair): SQL => sql`
  skills AS skill JOIN people AS person ON person.studio_id = skill.studio_id
    AND person.id = ${personId}
  WHERE skill.studio_id = ${studio.id} AND skill.id = ${skillId} AND skill.archived_at IS NULL`

/** The acting coach as a person of the studio. */
const assessorSql = ({ studio, actor }: StaffContext): SQL => sql`(SELECT staff.id
  FROM people AS staff WHERE staff.studio_id = ${studio.id} AND staff.user_id = ${actor.userId}
  LIMIT 1)`

/** Whether the acting coach is among those who may assess `skill`; an empty list is everyone. */
const mayAssessSql = (ctx: StaffContext): SQL => sql`(skill.assessors = '[]'
  OR EXISTS (SELECT 1 FROM json_each(skill.assessors) AS named
    WHERE named.value = ${assessorSql(ctx)}))`

const oneSkill = (skillId: string) => sql`skill.id = ${skillId}`

/** How one day stands: whether it counts. */
const dayCountsSql = ({ studio }: StudioContext, { personId, skillId }: Pair, on: LocalDate) => sql`
  (SELECT sum(seen.left_times) >= skill.times
      AND (skill.two_sided = 0 OR sum(seen.right_times) >= skill.times)
    FROM skill_assessments AS seen WHERE seen.studio_id = ${studio.id}
      AND seen.person_id = ${personId} AND seen.skill_id = ${skillId} AND seen.on_date = ${on}
      AND seen.undone_at IS NULL AND seen.kind <> 'claimed')`

/**
 * Keeps what a coach saw of somebody’s skill on a day, and works out where they stand. A day counts
 * once, however often it was shown; a second form of the same key does nothing more. Refuses a day
 * to come, and coaches who are not among those named for the skill.
 */
export async function assessSkill(
  ctx: StaffContext,
  pair: Pair,
  seen: Seen,
): Promise<AssessResult> {
  const { db, studio, now, actor } = ctx
  if (seen.on > localDate(now, studio.timeZone)) return { ok: false, reason: 'in_the_future' }
  const { personId, skillId } = pair
  const id = seen.key
  const factsStatement = () =>
    db.all<{
      person: string
      skill: string
      may: number
      who: string | null
      counts: number | null
      days: number | null
      need: number
      state: string | null
    }>(sql`
      SELECT person.name AS person, skill.name AS skill, ${mayAssessSql(ctx)} AS may,
        (SELECT group_concat(staff.name, ', ') FROM json_each(skill.assessors) AS named
          JOIN people AS staff ON staff.studio_id = ${studio.id} AND staff.id = named.value) AS who,
        ${dayCountsSql(ctx, pair, seen.on)} AS counts, stand.days, skill.days AS need, stand.state
      FROM skills AS skill JOIN people AS person ON person.studio_id = skill.studio_id
        AND person.id = ${personId}
      LEFT JOIN skill_stands AS stand ON stand.studio_id = skill.studio_id
        AND stand.person_id = person.id AND stand.skill_id = skill.id
      WHERE skill.studio_id = ${studio.id} AND skill.id = ${skillId} AND skill.archived_at IS NULL`)
  const here = sql`EXISTS (SELECT 1 FROM skill_assessments WHERE id = ${id}
    AND studio_id = ${studio.id})`
  const { was, written, is } = await batch(db, {
    was: factsStatement(),
    written: db.run(sql`
      INSERT INTO skill_assessments (id, studio_id, person_id, skill_id, kind, on_date, assessor_id,
        assessor_name, left_times, right_times, familiar, note, evidence, occurrence_id, created_at)
      SELECT ${id}, ${studio.id}, person.id, skill.id, ${seen.brought ? 'brought' : 'seen'},
        ${seen.on}, coalesce(${assessorSql(ctx)}, ''), ${actor.name}, ${seen.left},
        iif(skill.two_sided, ${seen.right}, 0), ${seen.familiar ? 1 : 0}, ${seen.note},
        ${seen.evidence}, ${seen.occurrenceId ?? null}, ${now}
      FROM ${pairSql(ctx, pair)} AND ${mayAssessSql(ctx)}
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'skill.assessed',
        subjectKind: 'person',
        subjectId: personId,
        detail: { skillId, on: seen.on, left: seen.left, right: seen.right, assessment: id },
      },
      rightAfterChange,
    ),
    // A claim is answered by what a coach saw.
    claims: db.run(sql`UPDATE skill_assessments SET undone_at = ${now}
      WHERE studio_id = ${studio.id} AND person_id = ${personId} AND skill_id = ${skillId}
        AND kind = 'claimed' AND undone_at IS NULL AND ${here}`),
    stand: standStatement(ctx, personId, { of: oneSkill(skillId), clearedBy: id }, here),
    is: factsStatement(),
  })
  const [before, after] = [was[0], is[0]]
  if (!after) return { ok: false, reason: 'not_found' }
  if (changed(written) === 0 && after.may === 0) {
    return { ok: false, reason: 'not_assessor', who: after.who ?? '' }
  }
  return {
    ok: true,
    person: after.person,
    skill: after.skill,
    need: after.need,
    counted: after.counts === 1,
    before: before?.counts === 1,
    days: after.days ?? 0,
    cleared: after.state === 'cleared',
    nowCleared: after.state === 'cleared' && before?.state !== 'cleared',
  }
}

/** Whose and what an assessment is; null for a foreign id. */
export async function findAssessment(
  { db, studio }: StudioContext,
  assessmentId: string,
): Promise<Pair | null> {
  const [row] = await db.all<Pair>(sql`
    SELECT person_id AS personId, skill_id AS skillId FROM skill_assessments
    WHERE studio_id = ${studio.id} AND id = ${assessmentId}`)
  return row ?? null
}

export type UndoAssessmentResult = { ok: true } | { ok: false; reason: 'not_found' }

/**
 * Takes an assessment back. Where the one that cleared the skill is taken back by now, or nothing
 * cleared it, the days are counted again; a skill that another one cleared stays cleared.
 */
export async function undoAssessment(
  ctx: StaffContext,
  assessmentId: string,
): Promise<UndoAssessmentResult> {
  const { db, studio, now } = ctx
  const pair = await findAssessment(ctx, assessmentId)
  if (!pair) return { ok: false, reason: 'not_found' }
  const { personId, skillId } = pair
  await batch(db, {
    undone: db.run(sql`UPDATE skill_assessments SET undone_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${assessmentId} AND undone_at IS NULL`),
    audit: auditStatement(
      ctx,
      {
        action: 'skill.assessment_undone',
        subjectKind: 'person',
        subjectId: personId,
        detail: { skillId, assessment: assessmentId },
      },
      rightAfterChange,
    ),
    stand: db.run(sql`DELETE FROM skill_stands WHERE studio_id = ${studio.id}
      AND person_id = ${personId} AND skill_id = ${skillId}
      AND (state <> 'cleared' OR cleared_by IN (SELECT undone.id FROM skill_assessments AS undone
        WHERE undone.studio_id = ${studio.id} AND undone.person_id = ${personId}
          AND undone.skill_id = ${skillId} AND undone.undone_at IS NOT NULL))`),
    again: standStatement(ctx, personId, { of: oneSkill(skillId), clearedBy: null }, sql`1`),
  })
  return { ok: true }
}

export type ClaimResult = { ok: true } | { ok: false; reason: 'not_found' | 'cleared' }

/**
 * A member says that they can do a skill, with a clip if they like. It clears nothing: it asks a
 * coach to look. One claim of a skill is open at a time.
 */
export async function claimSkill(
  ctx: MemberContext,
  skillId: string,
  { key, note, evidence }: { key: string; note: string; evidence: string },
): Promise<ClaimResult> {
  const { db, studio, now, actor } = ctx
  const pair = { personId: ctx.person.id, skillId }
  const open = sql`EXISTS (SELECT 1 FROM skill_assessments WHERE studio_id = ${studio.id}
    AND person_id = ${pair.personId} AND skill_id = ${skillId} AND kind = 'claimed'
    AND undone_at IS NULL)`
  const cleared = sql`EXISTS (SELECT 1 FROM skill_stands WHERE studio_id = ${studio.id}
    AND person_id = ${pair.personId} AND skill_id = ${skillId} AND state = 'cleared'
    AND (lapses_on IS NULL OR lapses_on > ${localDate(now, studio.timeZone)}))`
  const { facts } = await batch(db, {
    claim: db.run(sql`
      INSERT INTO skill_assessments (id, studio_id, person_id, skill_id, kind, on_date, assessor_id,
        assessor_name, note, evidence, created_at)
      SELECT ${key}, ${studio.id}, person.id, skill.id, 'claimed',
        ${localDate(now, studio.timeZone)}, person.id, ${actor.name}, ${note}, ${evidence}, ${now}
      FROM ${pairSql(ctx, pair)} AND NOT ${open} AND NOT ${cleared}
      ON CONFLICT (id) DO NOTHING`),
    facts: db.all<{ cleared: number; known: number }>(sql`
      SELECT ${cleared} AS cleared, EXISTS (SELECT 1 FROM ${pairSql(ctx, pair)}) AS known`),
  })
  if (facts[0]?.cleared) return { ok: false, reason: 'cleared' }
  return facts[0]?.known ? { ok: true } : { ok: false, reason: 'not_found' }
}
