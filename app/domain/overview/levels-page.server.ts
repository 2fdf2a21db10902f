import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type CandidateState, candidateWords } from '#app/domain/grading/grading-words.ts'
import { type Hold, hasLapsed, holdOf, holdWords } from '#app/domain/people/levels/held-level.ts'
import {
  type LevelRow,
  myLaddersStatements,
} from '#app/domain/progression/ladder-queries.server.ts'
import { asksWords, levelWords, progressWords } from '#app/domain/progression/progress-words.ts'
import { standingOf } from '#app/domain/progression/standing-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'

/** A member's ladders: where they are, what comes next, and when at their pace. One trip. */
export async function levelsOfMinePage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const { locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    ...myLaddersStatements(ctx, viewer.personId),
    ...myProgressStatements(ctx, viewer.personId, today),
  })
  const ladders = answer.ladders.flatMap((row) => {
    const levels = answer.levels.filter(({ ladderId }) => ladderId === row.id)
    const at = levels.find(({ id }) => id === row.levelId)
    const towards = levels.find(({ rung }) => rung > (at?.rung ?? 0))?.id
    const standing = standingOf({ ...row, towards })
    if (levels.length === 0 || (row.levelId === null && standing.classes === 0)) return []
    const held = levels.find(({ id }) => id === row.levelId)
    const next = levels.find(({ rung }) => rung > (held?.rung ?? 0))
    return [
      {
        id: row.id,
        name: row.name,
        skills: answer.asked
          .filter(({ levelId }) => levelId === next?.id)
          .map(({ id, name, cleared }) => ({ id, name, cleared: cleared === 1 })),
        history: answer.history
          .filter(({ ladderId }) => ladderId === row.id)
          .map((step) => ({
            level: step.level,
            by: step.by,
            on: dayMonthYear(step.since, locale),
          })),
        here: held
          ? [
              `${levelWords(held.name, row.stripes ?? 0)}, since ${dayMonthYear(row.since!, locale)}`,
              holdWords(holdOf(row), today, locale),
            ]
              .filter(Boolean)
              .join(', ')
          : 'No level yet',
        /** What to do before the level runs out, or since it has. */
        renew: held ? renewOf(holdOf(row), held, today) : null,
        steps: levels.map(({ id, name, colour, rung }) => ({
          id,
          name,
          colour,
          state: stateOf(rung, held?.rung ?? 0),
        })),
        next: next
          ? {
              name: next.name,
              asks: asksWords(next),
              also: next.asks,
              ...progressWords(next, standing, { today, locale }),
            }
          : null,
      },
    ]
  })
  return {
    shell: toShell(answer, viewer),
    ladders,
    gradings: answer.gradings.map(({ id, level, onDate, state, out }) => ({
      id,
      level,
      on: dayMonthYear(onDate, locale),
      says: out === 1 ? 'Your result is out' : candidateWords[state],
    })),
    hasSkills: answer.trees[0]?.n === 1,
  }
}

/** From so many days before the end of a level on, its holder is told what to do. */
const renewDays = 60

function renewOf(
  hold: Hold,
  { name, refresher }: LevelRow,
  today: LocalDate,
): { says: string; refresher: string } | null {
  const { provisional, lapsesOn } = hold
  const lapsed = hasLapsed(hold, today)
  if (!provisional && (lapsesOn === null || lapsesOn > addDays(today, renewDays))) return null
  const says = lapsed
    ? `${name} opens no classes for you until a coach confirms it.`
    : `A coach confirms ${name} once they have seen you.`
  return { says, refresher: refresher ?? '' }
}

/** Skills that levels ask, gradings one is invited to, and the levels one has reached. */
function myProgressStatements({ db, studio }: MemberContext, personId: string, today: string) {
  return {
    asked: db.all<{ levelId: string; id: string; name: string; cleared: number }>(sql`
      SELECT ask.level_id AS levelId, skill.id, skill.name, EXISTS (SELECT 1
        FROM skill_stands AS stand WHERE stand.studio_id = ask.studio_id
          AND stand.person_id = ${personId} AND stand.skill_id = skill.id
          AND stand.state = 'cleared' AND (stand.lapses_on IS NULL OR stand.lapses_on > ${today})
      ) AS cleared
      FROM level_skills AS ask JOIN skills AS skill ON skill.id = ask.skill_id
      WHERE ask.studio_id = ${studio.id} ORDER BY skill.tier, skill.name`),
    gradings: db.all<{
      id: string
      level: string
      onDate: string
      state: CandidateState
      out: number
    }>(sql`
      SELECT grading.id, level.name AS level, grading.on_date AS onDate, candidate.state,
        grading.state = 'published' AND candidate.result IS NOT NULL AS out
      FROM grading_candidates AS candidate JOIN gradings AS grading
        ON grading.id = candidate.grading_id
      JOIN levels AS level ON level.id = grading.level_id
      WHERE candidate.studio_id = ${studio.id} AND candidate.person_id = ${personId}
        AND candidate.state <> 'overridden' ORDER BY grading.on_date DESC LIMIT 20`),
    history: db.all<{ ladderId: string; level: string; since: string; by: string }>(sql`
      SELECT level.ladder_id AS ladderId, level.name AS level,
        line.detail ->> '$.after.since' AS since, line.actor_name AS by
      FROM audit_entries AS line JOIN levels AS level ON level.id = line.detail ->> '$.after.levelId'
      WHERE line.studio_id = ${studio.id} AND line.subject_kind = 'person'
        AND line.subject_id = ${personId} AND line.action = 'level.set'
      UNION ALL SELECT level.ladder_id, level.name, brought.on_date, brought.examiner
      FROM brought_levels AS brought JOIN levels AS level ON level.id = brought.level_id
      WHERE brought.studio_id = ${studio.id} AND brought.person_id = ${personId}
      ORDER BY since DESC LIMIT 40`),
    trees: db.all<{ n: number }>(sql`
      SELECT EXISTS (SELECT 1 FROM skills WHERE studio_id = ${studio.id}) AS n`),
  }
}

function stateOf(rung: number, held: number): 'done' | 'here' | 'ahead' {
  if (rung === held) return 'here'
  return rung < held ? 'done' : 'ahead'
}
