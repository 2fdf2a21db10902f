import { type SQL, sql } from 'drizzle-orm'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { keepTasksStatements } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { openRequestSql } from './substitution-queries.server.ts'

/**
 * What requests for a substitute ask of someone at work: finding a coach, and settling who claimed
 * a class. For the batch of whatever changes a request, and for the job, since a class may also be
 * cancelled, moved to another coach or begin.
 */
export function substituteTasks(ctx: StudioContext) {
  const wanted = keepTasksStatements(ctx, {
    kind: 'substitute',
    role: 'front_desk',
    causes: requestCauses(ctx, sql`request.state IN ('requested','offered')`),
  })
  const claimed = keepTasksStatements(ctx, {
    kind: 'substitute_claim',
    role: 'manager',
    causes: requestCauses(ctx, sql`request.state = 'claimed'`),
  })
  return {
    substituteWanted: wanted.raised,
    substituteFound: wanted.ended,
    substituteClaimed: claimed.raised,
    substituteSettled: claimed.ended,
  }
}

/** Whether a studio has requests for a substitute that are not settled. */
export const substituteTasksDue = ({ studio }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM sub_requests AS request
    WHERE request.studio_id = ${studio} AND request.state IN ('requested','offered','claimed'))`

function requestCauses(ctx: StudioContext, state: SQL): SQL {
  const { studio, now } = ctx
  // A claim given back and made again by another coach is another question.
  return sql`
    SELECT request.id || coalesce(':' || request.claimed_by, '') AS cause_ref,
      o.starts_at AS due_at, o.starts_at AS ends_at,
      ${paths.manageSubstitution(studio, '')} || request.id AS path,
      json_object('title', class_type.name, 'localStart', o.local_start,
        'coachName', ${calledSql('coach')}, 'claimedName', ${calledSql('claimer')}) AS facts
    FROM sub_requests AS request
    CROSS JOIN occurrences AS o ON o.studio_id = request.studio_id AND o.id = request.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN people AS coach ON coach.id = request.coach_id
    LEFT JOIN people AS claimer ON claimer.id = request.claimed_by
    WHERE request.studio_id = ${studio.id} AND ${openRequestSql(now)} AND ${state}`
}
