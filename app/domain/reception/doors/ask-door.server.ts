/** Whether a door opens for a code that was read beside it, noted once for each post. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { addMinutes } from '#app/values/instant.ts'
import { codeIn } from '../member-code.ts'
import { type DoorReason, doorWords, opens } from './door-words.ts'

/** A class that begins later than this is not what somebody came for, in minutes. */
const today = 12 * 60

export type DoorAnswer =
  | { ok: true; open: boolean; reason: DoorReason; says: string }
  | { ok: false; reason: 'no_such_door' | 'replayed' }

type Facts = {
  minutes: number
  personId: string | null
  staff: number | null
  gone: number | null
  /** When the next class begins in which they have a place, here; null for none. */
  startsAt: Instant | null
}

/**
 * Opens for people who work here, and for people with a place in a class at the door's location, from
 * the door's number of minutes before the class until its end. Suspended staff count as members. Each
 * question is a line of the log; a post that came before (`webhookId`) opens nothing again. With
 * `test` staff try a code, and no door opens.
 */
export async function askDoor(
  ctx: StudioContext,
  doorId: string,
  { webhookId, text, test = false }: { webhookId: string; text: string; test?: boolean },
): Promise<DoorAnswer> {
  const { db, studio, now } = ctx
  const code = codeIn(text) ?? ''
  const [facts] = await db.all<Facts>(sql`
    SELECT door.minutes, person.id AS personId, person.is_staff = 1 AS staff,
      person.archived_at IS NOT NULL OR person.banned_at IS NOT NULL AS gone, (
        SELECT min(o.starts_at) FROM bookings AS b
        JOIN occurrences AS o ON o.id = b.occurrence_id JOIN rooms AS room ON room.id = o.room_id
        WHERE b.studio_id = door.studio_id AND b.person_id = person.id
          AND b.state IN ('booked','checked_in') AND o.state = 'scheduled' AND o.ends_at > ${now}
          AND o.starts_at <= ${addMinutes(now, today)}
          AND room.location_id = coalesce(door.location_id, room.location_id)) AS startsAt
    FROM doors AS door
    LEFT JOIN member_codes AS code ON code.studio_id = door.studio_id AND code.code = ${code}
    LEFT JOIN people AS person ON person.id = code.person_id
    WHERE door.studio_id = ${studio.id} AND door.id = ${doorId} AND door.shut_at IS NULL`)
  if (!facts) return { ok: false, reason: 'no_such_door' }
  const reason = reasonOf(facts, now)
  const { noted } = await batch(db, {
    noted: db.run(sql`
      INSERT INTO door_openings (id, studio_id, door_id, webhook_id, at, person_id, reason, test)
      SELECT ${newId()}, ${studio.id}, ${doorId}, ${webhookId}, ${now}, ${facts.personId},
        ${reason}, ${test ? 1 : 0}
      WHERE EXISTS (SELECT 1 FROM doors WHERE studio_id = ${studio.id} AND id = ${doorId}
        AND shut_at IS NULL)
      ON CONFLICT DO NOTHING`),
  })
  if (changed(noted) === 0) return { ok: false, reason: 'replayed' }
  return { ok: true, open: opens(reason), reason, says: doorWords(reason, facts.minutes) }
}

function reasonOf({ personId, staff, gone, startsAt, minutes }: Facts, now: Instant): DoorReason {
  if (personId === null) return 'unknown_code'
  if (gone) return 'left'
  if (staff) return 'staff'
  if (startsAt === null) return 'no_class'
  return startsAt <= addMinutes(now, minutes) ? 'booked' : 'too_early'
}
