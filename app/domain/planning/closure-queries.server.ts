import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import type { LocalDate } from '#app/values/zone.ts'

export type Closure = {
  id: string
  locationId: string | null
  location: string | null
  name: string
  fromDate: LocalDate
  untilDate: LocalDate
  message: string
  extendsPacks: boolean
  state: 'applying' | 'applied' | 'lifted'
  createdBy: string
  createdByName: string
  createdAt: string
  liftedAt: string | null
}

/** A closure with how far it is. */
export type ClosureProgress = Closure & {
  targets: number
  waiting: number
  cancelled: number
  packs: number
}

const columnsSql = sql`closure.id, closure.location_id AS locationId, location.name AS location,
  closure.name, closure.from_date AS fromDate, closure.until_date AS untilDate, closure.message,
  closure.extends_packs AS extendsPacks, closure.state, closure.created_by AS createdBy,
  closure.created_by_name AS createdByName, closure.created_at AS createdAt,
  closure.lifted_at AS liftedAt`
const sourceSql = sql`closures AS closure
  LEFT JOIN locations AS location ON location.id = closure.location_id`
const targetsSql = (
  condition: ReturnType<typeof sql>,
) => sql`(SELECT count(*) FROM closure_targets AS target
  WHERE target.studio_id = closure.studio_id AND target.closure_id = closure.id AND ${condition})`
const progressSql = sql`${columnsSql}, ${targetsSql(sql`1`)} AS targets,
  ${targetsSql(sql`target.outcome IS NULL`)} AS waiting,
  ${targetsSql(sql`target.outcome = 'cancelled'`)} AS cancelled,
  (SELECT count(*) FROM closure_lots AS closure_lot
    WHERE closure_lot.studio_id = closure.studio_id AND closure_lot.closure_id = closure.id
      AND closure_lot.days > 0) AS packs`

type Row<Kind> = Omit<Kind, 'extendsPacks'> & { extendsPacks: number }

const toClosure = <Kind extends Closure>(row: Row<Kind>) =>
  ({ ...row, extendsPacks: row.extendsPacks === 1 }) as Kind

/** One closure; null for another studio's id. */
export async function findClosure(
  { db, studio }: StudioContext,
  id: string,
): Promise<Closure | null> {
  const [row] = await db.all<Row<Closure>>(
    sql`SELECT ${columnsSql} FROM ${sourceSql}
      WHERE closure.studio_id = ${studio.id} AND closure.id = ${id}`,
  )
  return row ? toClosure(row) : null
}

/** Those whose steps are not all done, for the job. */
export function listClosuresUnderWay(ctx: StudioContext): Promise<{ id: string }[]> {
  return ctx.db.all<{ id: string }>(
    sql`SELECT id FROM closures WHERE ${underWaySql(lookAt(ctx))} ORDER BY created_at LIMIT 20`,
  )
}

const underWaySql = ({ studio }: Look): SQL =>
  sql`closures.studio_id = ${studio} AND closures.state = 'applying'`

/** Whether a studio has closures under way. */
export const closuresDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM closures WHERE ${underWaySql(look)})`

/** The studio's closures, newest days first. */
export async function closuresPage({ db, studio }: StudioContext): Promise<ClosureProgress[]> {
  const { rows } = await batch(db, {
    rows: db.all<Row<ClosureProgress>>(sql`
      SELECT ${progressSql} FROM ${sourceSql} WHERE closure.studio_id = ${studio.id}
      ORDER BY closure.from_date DESC, closure.id LIMIT 100`),
  })
  return rows.map(toClosure)
}

export type ClosureTarget = {
  id: string
  kind: OfferingKind
  title: string
  localStart: string
  outcome: 'cancelled' | 'over' | null
  /** As it is now: someone may have brought it back. */
  state: string
  told: number
}

/** One closure with everything it cancelled. Null for another studio's id. */
export async function closurePage(
  { db, studio }: StudioContext,
  id: string,
): Promise<{ closure: ClosureProgress; targets: ClosureTarget[]; people: number } | null> {
  const { rows, targets, people } = await batch(db, {
    rows: db.all<Row<ClosureProgress>>(
      sql`SELECT ${progressSql} FROM ${sourceSql}
        WHERE closure.studio_id = ${studio.id} AND closure.id = ${id}`,
    ),
    targets: db.all<ClosureTarget>(sql`
      SELECT o.id, o.kind, class_type.name AS title, o.local_start AS localStart, target.outcome,
        o.state, target.told
      FROM closure_targets AS target JOIN occurrences AS o ON o.id = target.occurrence_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE target.studio_id = ${studio.id} AND target.closure_id = ${id} ORDER BY o.local_start
      LIMIT 600`),
    people: db.all<{ n: number }>(sql`
      SELECT count(DISTINCT b.person_id) AS n FROM closure_targets AS target
      CROSS JOIN bookings AS b
        ON b.studio_id = target.studio_id AND b.occurrence_id = target.occurrence_id
        AND b.state IN ('studio_cancelled','not_promoted')
      WHERE target.studio_id = ${studio.id} AND target.closure_id = ${id}`),
  })
  const [row] = rows
  // Of an event an order is someone, as the page before the press counts them.
  const buyers = targets.reduce((sum, { kind, told }) => sum + (kind === 'event' ? told : 0), 0)
  return row ? { closure: toClosure(row), targets, people: (people[0]?.n ?? 0) + buyers } : null
}

export type LocationChoice = { id: string; name: string }

/** The studio's locations, for forms. */
export function locationsStatement({ db, studio }: StudioContext): Statement<LocationChoice[]> {
  return db.all<LocationChoice>(
    sql`SELECT id, name FROM locations WHERE studio_id = ${studio.id} ORDER BY name LIMIT 50`,
  )
}
