import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { firstPipeline, firstSources, type Pipeline, type Stage } from '../stages.ts'

type PipelineRow = { id: string; name: string; position: number }
export type SourceRow = { id: string; name: string }
export type OwnerRow = { id: string; name: string; turn: number }

/** Pipelines, stages and sources, and the staff who take new leads in turn. */
export function pipelineStatements({ db, studio }: StudioContext): {
  pipelines: Statement<PipelineRow[]>
  stages: Statement<Stage[]>
  sources: Statement<SourceRow[]>
  staff: Statement<OwnerRow[]>
} {
  return {
    pipelines: db.all<PipelineRow>(sql`
      SELECT id, name, position FROM lead_pipelines
      WHERE studio_id = ${studio.id} AND archived_at IS NULL ORDER BY position, name LIMIT 50`),
    stages: db.all<Stage>(sql`
      SELECT id, pipeline_id AS pipelineId, name, kind, position FROM lead_stages
      WHERE studio_id = ${studio.id} ORDER BY pipeline_id, position LIMIT 600`),
    sources: db.all<SourceRow>(sql`
      SELECT id, name FROM lead_sources
      WHERE studio_id = ${studio.id} AND archived_at IS NULL ORDER BY name LIMIT 200`),
    staff: db.all<OwnerRow>(sql`
      SELECT person.id, person.name, owner.person_id IS NOT NULL AS turn
      FROM people AS person
      LEFT JOIN lead_owners AS owner ON owner.studio_id = person.studio_id
        AND owner.person_id = person.id
      WHERE person.studio_id = ${studio.id} AND person.is_staff = 1
        AND person.archived_at IS NULL
      ORDER BY person.name LIMIT 300`),
  }
}

export type LeadSetting = {
  pipelines: Pipeline[]
  sources: SourceRow[]
  staff: OwnerRow[]
}

/** What the statements found; a studio that has made none has those that all begin with. */
export function toSetting(rows: {
  pipelines: readonly PipelineRow[]
  stages: readonly Stage[]
  sources: readonly SourceRow[]
  staff: readonly OwnerRow[]
}): LeadSetting {
  const { pipelines, stages, sources, staff } = rows
  return {
    pipelines:
      pipelines.length > 0
        ? pipelines.map((pipeline) => ({
            ...pipeline,
            stages: stages.filter(({ pipelineId }) => pipelineId === pipeline.id),
          }))
        : [firstPipeline],
    sources: sources.length > 0 ? [...sources] : [...firstSources],
    staff: [...staff],
  }
}

/** The same in a trip of its own. */
export async function leadSetting(ctx: StudioContext): Promise<LeadSetting> {
  return toSetting(await batch(ctx.db, pipelineStatements(ctx)))
}

/**
 * Writes down what every studio begins with, where there is nothing yet; in front of each write
 * that needs it.
 */
export function beginStatements({ db, studio }: StudioContext) {
  const rows = (values: readonly unknown[][]) =>
    sql.join(
      values.map(
        (row) =>
          sql`(${sql.join(
            row.map((value) => sql`${value}`),
            sql`, `,
          )})`,
      ),
      sql`, `,
    )
  const none = (table: string) =>
    sql`NOT EXISTS (SELECT 1 FROM ${sql.raw(table)} WHERE studio_id = ${studio.id})`
  const { stages, ...pipeline } = firstPipeline
  return {
    firstStages: db.run(sql`
      INSERT INTO lead_stages (studio_id, id, pipeline_id, name, kind, position)
      SELECT ${studio.id}, * FROM (VALUES ${rows(
        stages.map(({ id, pipelineId, name, kind, position }) => [
          id,
          pipelineId,
          name,
          kind,
          position,
        ]),
      )}) WHERE ${none('lead_pipelines')} ON CONFLICT DO NOTHING`),
    firstPipeline: db.run(sql`
      INSERT INTO lead_pipelines (studio_id, id, name, position)
      SELECT ${studio.id}, ${pipeline.id}, ${pipeline.name}, 0 WHERE ${none('lead_pipelines')}
      ON CONFLICT DO NOTHING`),
    firstSources: db.run(sql`
      INSERT INTO lead_sources (studio_id, id, name)
      SELECT ${studio.id}, * FROM (VALUES ${rows(firstSources.map(({ id, name }) => [id, name]))})
      WHERE ${none('lead_sources')} ON CONFLICT DO NOTHING`),
  }
}
