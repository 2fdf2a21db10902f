import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import type { Happening } from './happening-kinds.ts'

/** Happenings that wait to be told are read in portions of so many. */
const atOnce = 20

const columns = sql`happening.id, happening.kind, happening.subject_id AS subjectId,
  happening.actor_id AS actorId, happening.actor_name AS actorName, happening.detail,
  happening.at, happening.told_until AS toldUntil`

/** What has not reached everyone yet, oldest first: so that news comes in the order it was made. */
export const listUntold = (ctx: StudioContext): Promise<Happening[]> =>
  read(ctx, sql`happening.told_until IS NOT NULL ORDER BY happening.seq LIMIT ${atOnce}`)

/** Whether a studio has someone to tell. */
export const untoldDue = ({ studio }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM happenings
    WHERE happenings.studio_id = ${studio} AND happenings.told_until IS NOT NULL)`

/**
 * One that is still to be told. Null once everyone has been, and while something earlier of the
 * same subject is still being told.
 */
export async function findNextOf(ctx: StudioContext, id: string): Promise<Happening | null> {
  const [found] = await read(
    ctx,
    sql`happening.id = ${id} AND happening.told_until IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM happenings AS earlier
        WHERE earlier.studio_id = happening.studio_id
          AND earlier.subject_id = happening.subject_id AND earlier.seq < happening.seq
          AND earlier.told_until IS NOT NULL)`,
  )
  return found ?? null
}

async function read({ db, studio }: StudioContext, where: SQL): Promise<Happening[]> {
  const rows = await db.all<Happening & { detail: string }>(sql`
    SELECT ${columns} FROM happenings AS happening
    WHERE happening.studio_id = ${studio.id} AND ${where}`)
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) }) as Happening)
}
