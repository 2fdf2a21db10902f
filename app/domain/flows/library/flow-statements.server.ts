import { type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type FlowPlan, itemsOf, totalSeconds } from '../plan/flow-plan.ts'

/** Versions that are kept of a flow beside those that were taught. */
export const keptVersions = 30

/**
 * What follows a change of a flow in its batch, each where `onlyIf` holds: the version as it is now,
 * the exercises it uses, and no more old versions than are kept.
 */
export function versionStatements(
  { db, studio, now, actor }: StaffContext,
  { id, version, plan, what }: { id: string; version: number; plan: FlowPlan; what: string },
  onlyIf: SQL,
) {
  const here = sql`studio_id = ${studio.id} AND flow_id = ${id}`
  const used = JSON.stringify([
    ...new Set(itemsOf(plan).flatMap(({ exerciseId }) => (exerciseId ? [exerciseId] : []))),
  ])
  return {
    version: db.run(sql`
      INSERT INTO flow_versions (studio_id, flow_id, version, plan, what, saved_by_id, saved_by,
        created_at)
      SELECT ${studio.id}, ${id}, ${version}, ${JSON.stringify(plan)}, ${what}, ${actor.userId},
        ${actor.name}, ${now}
      WHERE ${onlyIf} ON CONFLICT DO NOTHING`),
    forget: db.run(sql`DELETE FROM flow_exercises WHERE ${here} AND ${onlyIf}`),
    use: db.run(sql`
      INSERT INTO flow_exercises (studio_id, flow_id, exercise_id)
      SELECT ${studio.id}, ${id}, value FROM json_each(${used}) WHERE ${onlyIf}
      ON CONFLICT DO NOTHING`),
    prune: db.run(sql`
      DELETE FROM flow_versions WHERE ${here} AND version <= ${version - keptVersions}
        AND taught = 0 AND ${onlyIf}`),
  }
}

/**
 * Classes that have begun keep the version they were taught from, for the batch of whatever changes
 * it next. It changes nothing of what they show.
 */
export const pinTaughtStatement = ({ db, studio, now }: StaffContext, flowId: string) =>
  db.run(sql`
    UPDATE class_flows SET version = (SELECT flow.version FROM flows AS flow
      WHERE flow.studio_id = ${studio.id} AND flow.id = ${flowId})
    WHERE studio_id = ${studio.id} AND flow_id = ${flowId} AND version IS NULL
      AND EXISTS (SELECT 1 FROM occurrences AS o WHERE o.studio_id = ${studio.id}
        AND o.id = class_flows.occurrence_id AND o.starts_at <= ${now})`)

/** The columns of `flows` that follow from its plan. */
export const summaryOf = (plan: FlowPlan) => ({
  title: plan.about.title,
  disciplineId: plan.about.disciplineId,
  level: plan.about.level,
  focus: plan.about.focus,
  minutes: plan.about.minutes,
  seconds: totalSeconds(plan),
  items: itemsOf(plan).length,
})
