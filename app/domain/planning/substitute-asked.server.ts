import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import {
  type Substitution,
  substituteAsked,
  substituteAskedNotice,
} from '#app/messages/substitution.ts'
import { paths } from '#app/paths.ts'

type Told = { id: string; name: string; preferredName: string; email: string }
type Asked = Omit<Substitution, 'studio' | 'origin' | 'name' | 'path'>

/** Tells those who decide that someone is needed, once a request, with the request itself. */
export async function askedStatements(
  ctx: MemberContext,
  {
    key,
    occurrenceId,
    reason,
    tell,
  }: { key: string; occurrenceId: string; reason: string; tell: readonly string[] },
): Promise<Record<string, Statement<D1Result>>> {
  const { db, studio, origin, person, nowMs } = ctx
  const others = tell.filter((id) => id !== person.id)
  if (others.length === 0) return {}
  const { classes, people } = await batch(db, {
    classes: db.all<Asked>(sql`
      SELECT class_type.name AS title, o.local_start AS localStart, room.name AS roomName,
        CAST((julianday(o.ends_at) - julianday(o.starts_at)) * 1440 + 0.5 AS INTEGER) AS minutes,
        coach.name AS regularName
      FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
      JOIN rooms AS room ON room.id = o.room_id JOIN people AS coach ON coach.id = o.coach_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
    people: db.all<Told>(sql`
      SELECT id, name, preferred_name AS preferredName, email FROM people
      WHERE studio_id = ${studio.id} AND archived_at IS NULL
        AND id IN (SELECT value FROM json_each(${JSON.stringify(others)}))`),
  })
  const [about] = classes
  if (!about) return {}
  const { name, slug, timeZone, locale } = studio
  const path = paths.manageSubstitution(studio, key)
  const written = sql`EXISTS (SELECT 1 FROM sub_requests AS request
    WHERE request.studio_id = ${studio.id} AND request.id = ${key}
      AND request.state = 'requested')`
  return Object.fromEntries(
    people.flatMap((who) => {
      const asked: Substitution = {
        ...about,
        studio: { name, slug, timeZone, locale },
        origin,
        path,
        name: who.preferredName || (who.name.split(' ')[0] ?? who.name),
      }
      const [dedupeKey, kind] = [`sub-asked:${key}:${who.id}`, 'substitute-asked']
      const text = substituteAskedNotice(asked)
      const letter = substituteAsked(asked, reason)
      const notice = noticeStatement(
        ctx,
        { personId: who.id, dedupeKey, kind, text, path },
        written,
      )
      const mail = { studioId: studio.id, dedupeKey, to: who.email, kind, letter }
      return [
        [`asked${who.id}`, notice] as const,
        ...(who.email
          ? [[`askedMail${who.id}`, queueStatement(db, mail, nowMs, written)] as const]
          : []),
      ]
    }),
  )
}
