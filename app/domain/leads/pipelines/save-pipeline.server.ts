import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { stagesOf } from '../stages.ts'
import { beginStatements } from './pipeline-queries.server.ts'

/** Calls a stage otherwise; what it means, and every lead in it, stays. False where there is none. */
export async function renameStage(
  ctx: StaffContext,
  stageId: string,
  name: string,
): Promise<boolean> {
  const { db, studio } = ctx
  const { found } = await batch(db, {
    ...beginStatements(ctx),
    rename: db.run(sql`
      UPDATE lead_stages SET name = ${name}
      WHERE studio_id = ${studio.id} AND id = ${stageId} AND name <> ${name}`),
    audit: auditStatement(
      ctx,
      {
        action: 'lead_stage.renamed',
        subjectKind: 'lead_stage',
        subjectId: stageId,
        detail: { name },
      },
      rightAfterChange,
    ),
    found: db.all(
      sql`SELECT id FROM lead_stages WHERE studio_id = ${studio.id} AND id = ${stageId}`,
    ),
  })
  return found.length > 0
}

/** A stage of the studio's own, in front of the one for offers. Sent twice it is one. */
export async function addStage(
  ctx: StaffContext,
  pipelineId: string,
  { key, name }: { key: string; name: string },
): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    ...beginStatements(ctx),
    add: db.run(sql`
      INSERT INTO lead_stages (studio_id, id, pipeline_id, name, kind, position)
      SELECT studio_id, ${key}, pipeline_id, ${name}, 'other', position FROM lead_stages
      WHERE studio_id = ${studio.id} AND pipeline_id = ${pipelineId} AND kind = 'won'
        AND (SELECT count(*) FROM lead_stages AS held WHERE held.studio_id = lead_stages.studio_id
          AND held.pipeline_id = lead_stages.pipeline_id) < 20
      LIMIT 1 ON CONFLICT DO NOTHING`),
    later: db.run(sql`
      UPDATE lead_stages SET position = position + 1
      WHERE studio_id = ${studio.id} AND pipeline_id = ${pipelineId} AND changes() > 0
        AND kind IN ('won','nurture','lost')`),
    audit: auditStatement(
      ctx,
      { action: 'lead_stage.added', subjectKind: 'lead_stage', subjectId: key, detail: { name } },
      rightAfterChange,
    ),
  })
}

/** Another pipeline, with the stages all begin with. Sent twice it is one. */
export async function addPipeline(
  ctx: StaffContext,
  { key, name }: { key: string; name: string },
): Promise<void> {
  const { db, studio } = ctx
  const stages = stagesOf(key)
  await batch(db, {
    ...beginStatements(ctx),
    add: db.run(sql`
      INSERT INTO lead_pipelines (studio_id, id, name, position)
      SELECT ${studio.id}, ${key}, ${name},
        (SELECT count(*) FROM lead_pipelines WHERE studio_id = ${studio.id})
      WHERE (SELECT count(*) FROM lead_pipelines WHERE studio_id = ${studio.id}) < 20
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'lead_pipeline.added',
        subjectKind: 'lead_pipeline',
        subjectId: key,
        detail: { name },
      },
      rightAfterChange,
    ),
    stages: db.run(sql`
      INSERT INTO lead_stages (studio_id, id, pipeline_id, name, kind, position)
      SELECT ${studio.id}, * FROM (VALUES ${sql.join(
        stages.map(
          ({ id, name, kind, position }) => sql`(${id}, ${key}, ${name}, ${kind}, ${position})`,
        ),
        sql`, `,
      )}) WHERE EXISTS (SELECT 1 FROM lead_pipelines
        WHERE studio_id = ${studio.id} AND id = ${key})
      ON CONFLICT DO NOTHING`),
  })
}

/** Another place that leads come from; one of the same name is the same. */
export async function addSource(
  ctx: StaffContext,
  { key, name }: { key: string; name: string },
): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    ...beginStatements(ctx),
    add: db.run(sql`
      INSERT INTO lead_sources (studio_id, id, name) VALUES (${studio.id}, ${key}, ${name})
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'lead_source.added', subjectKind: 'lead_source', subjectId: key, detail: { name } },
      rightAfterChange,
    ),
  })
}

/**
 * Who takes new leads in turn. Someone new begins with as many as the one with the fewest, so that
 * they are not given all of the next ones. The same again changes nothing.
 */
export async function setOwners(ctx: StaffContext, personIds: readonly string[]): Promise<number> {
  const { db, studio } = ctx
  const chosen = JSON.stringify(personIds)
  const isStaff = sql`person.studio_id = ${studio.id} AND person.is_staff = 1`
  const taking = sql`SELECT person_id FROM lead_owners WHERE studio_id = ${studio.id}`
  const left = sql`SELECT value FROM json_each(${chosen})`
  const { added, gone } = await batch(db, {
    // Before the writes: they are what it compares.
    audit: auditStatement(
      ctx,
      {
        action: 'lead_owners.changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { owners: personIds.length },
      },
      sql`(EXISTS (${taking} AND person_id NOT IN (${left}))
        OR EXISTS (SELECT 1 FROM people AS person
          WHERE ${isStaff} AND person.id IN (${left}) AND person.id NOT IN (${taking})))`,
    ),
    added: db.run(sql`
      INSERT INTO lead_owners (studio_id, person_id, position, given)
      SELECT ${studio.id}, person.id, chosen.key,
        coalesce((SELECT min(given) FROM lead_owners WHERE studio_id = ${studio.id}), 0)
      FROM json_each(${chosen}) AS chosen CROSS JOIN people AS person ON person.id = chosen.value
      WHERE ${isStaff}
      ON CONFLICT DO NOTHING`),
    gone: db.run(sql`
      DELETE FROM lead_owners WHERE studio_id = ${studio.id}
        AND person_id NOT IN (${left})`),
  })
  return changed(added) + changed(gone)
}
