import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { AnnouncementAudience } from '#app/db/studio/conversations/conversations-words.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'

export type Announcement = {
  id: string
  title: string
  text: string
  audience: AnnouncementAudience
  fromOn: LocalDate
  untilOn: LocalDate
  pinned: number
  byName: string
}

/** What of it a page shows. */
const columns = sql`id, title, text, audience, from_on AS fromOn, until_on AS untilOn, pinned,
  by_name AS byName`

/** What home tells today, pinned first, at most three; staff read all of it. */
export const announcedStatement = (
  { db, studio, now }: StudioContext,
  reader: 'nobody' | 'member' | 'staff',
) => {
  const audiences = { nobody: `'everyone'`, member: `'everyone', 'members'`, staff: '' }[reader]
  const today = localDate(now, studio.timeZone)
  return db.all<Announcement>(sql`
    SELECT ${columns} FROM announcements
    WHERE studio_id = ${studio.id} AND until_on >= ${today} AND from_on <= ${today}
      ${audiences ? sql`AND audience IN (${sql.raw(audiences)})` : sql``}
    ORDER BY pinned DESC, from_on DESC, id LIMIT 3`)
}

/** Every announcement that is not over for long, those to come first. */
export const listAnnouncements = ({ db, studio, now }: StudioContext): Promise<Announcement[]> =>
  db.all<Announcement>(sql`
    SELECT ${columns} FROM announcements
    WHERE studio_id = ${studio.id}
      AND until_on >= ${addDays(localDate(now, studio.timeZone), -60)}
    ORDER BY until_on DESC, id DESC LIMIT 100`)

/** Adds one; its key makes it one however often it is sent. */
export async function announce(
  ctx: StaffContext,
  {
    key,
    pinned,
    ...said
  }: Omit<Announcement, 'id' | 'pinned' | 'byName'> & {
    key: string
    pinned: boolean
  },
): Promise<void> {
  const { db, studio, now, actor } = ctx
  await batch(db, {
    said: db.run(sql`
      INSERT INTO announcements (id, studio_id, title, text, audience, from_on, until_on, pinned,
        by_name, created_at)
      VALUES (${key}, ${studio.id}, ${said.title}, ${said.text}, ${said.audience}, ${said.fromOn},
        ${said.untilOn}, ${pinned ? 1 : 0}, ${actor.name}, ${now}) ON CONFLICT DO NOTHING`),
    line: auditStatement(
      ctx,
      {
        action: 'announcement.added',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { title: said.title },
      },
      rightAfterChange,
    ),
  })
}

/** Takes one off home today; false for a strange id. */
export async function endAnnouncement(ctx: StaffContext, id: string): Promise<boolean> {
  const { db, studio, now } = ctx
  const yesterday = addDays(localDate(now, studio.timeZone), -1)
  const { there } = await batch(db, {
    ended: db.run(sql`
      UPDATE announcements SET until_on = ${yesterday}
      WHERE studio_id = ${studio.id} AND id = ${id} AND until_on > ${yesterday}`),
    line: auditStatement(
      ctx,
      { action: 'announcement.ended', subjectKind: 'studio', subjectId: studio.id },
      rightAfterChange,
    ),
    there: db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM announcements WHERE studio_id = ${studio.id} AND id = ${id}`,
    ),
  })
  return (there[0]?.n ?? 0) > 0
}

/** Whether the studio has it, over or not. */
export async function hasAnnouncement({ db, studio }: StudioContext, id: string): Promise<boolean> {
  const [found] = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM announcements WHERE studio_id = ${studio.id} AND id = ${id}`)
  return (found?.n ?? 0) > 0
}
