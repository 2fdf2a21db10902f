import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { seatedStates } from '#app/db/studio/bookings.ts'
import {
  type PolicyRow,
  policyColumnsSql,
  toPolicy,
} from '#app/domain/calendar/policy-queries.server.ts'
import { policyRules } from '#app/domain/calendar/policy-words.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { onlinePlacesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import { cheapestTicketSql, ticketsTakenSql } from '#app/domain/places/ticket-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { addMinutes } from '#app/values/instant.ts'

/** Classes of a studio that the finder tells: those of the next two weeks, at most so many. */
export const classesPerStudio = 80
const ahead = 14 * 24 * 60

/** Whether a studio has classes that the finder may tell. */
export const refreshPublicClassesDue = ({ studio, now }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM occurrences AS o
    WHERE o.studio_id = ${studio} AND o.kind <> 'appointment' AND o.state = 'scheduled'
      AND o.starts_at > ${now} AND o.starts_at < ${addMinutes(now, ahead)})`

/** Open studios that have something in the index, which may be theirs no longer. */
export const listIndexedStudios = (directory: DirectoryDb): Promise<{ id: string }[]> =>
  directory.all<{ id: string }>(sql`
    SELECT studios.id FROM studios
    WHERE studios.state = 'open' AND (
      EXISTS (SELECT 1 FROM public_classes WHERE public_classes.studio_id = studios.id)
      OR (studios.listed = 0 AND EXISTS (SELECT 1 FROM public_class_pages
        WHERE public_class_pages.studio_id = studios.id)))`)

/**
 * Brings a studio's part of the public class index up to date: its next classes and their pages
 * while it is listed, none otherwise. A class without dates ahead keeps its page. Rows that have
 * not changed are not written. Answers how many rows it wrote or removed.
 *
 * The index lies in another database than the bookings, so it is only ever a hint: places are
 * checked at booking.
 */
export async function refreshPublicClasses(
  directory: DirectoryDb,
  ctx: StudioContext,
): Promise<number> {
  const { studio, now } = ctx
  const { classes, pages } = studio.listed ? await readNext(ctx) : { classes: [], pages: [] }
  const listed = JSON.stringify(classes)
  const field = (name: string) => sql.raw(`json_extract(value, '$.${name}')`)
  const { removed, written, gone, counted } = await batch(directory, {
    removed: directory.run(sql`
      DELETE FROM public_classes
      WHERE studio_id = ${studio.id}
        AND occurrence_id NOT IN (SELECT json_extract(value, '$.id') FROM json_each(${listed}))`),
    // `WHERE true` keeps SQLite from reading ON as part of a join.
    written: directory.run(sql`
      INSERT INTO public_classes (occurrence_id, studio_id, class_type_id, title, discipline, level,
        town, location_id, location, starts_at, local_start, minutes, price_minor, places, capacity,
        refreshed_at)
      SELECT ${field('id')}, ${studio.id}, ${field('classTypeId')}, ${field('title')},
        ${field('discipline')}, ${field('level')}, ${studio.town},
        ${field('locationId')}, ${field('location')}, ${field('startsAt')}, ${field('localStart')},
        ${field('minutes')}, ${field('priceMinor')}, ${field('places')}, ${field('capacity')}, ${now}
      FROM json_each(${listed}) WHERE true
      ON CONFLICT (occurrence_id) DO UPDATE SET
        class_type_id = excluded.class_type_id, title = excluded.title,
        discipline = excluded.discipline, level = excluded.level, town = excluded.town,
        location_id = excluded.location_id, location = excluded.location,
        starts_at = excluded.starts_at, local_start = excluded.local_start,
        minutes = excluded.minutes, price_minor = excluded.price_minor,
        places = excluded.places, capacity = excluded.capacity, refreshed_at = excluded.refreshed_at
      WHERE (class_type_id, title, discipline, level, town, location_id, location, starts_at, local_start, minutes,
        price_minor, places, capacity)
        IS NOT (excluded.class_type_id, excluded.title, excluded.discipline, excluded.level,
          excluded.town, excluded.location_id, excluded.location, excluded.starts_at, excluded.local_start, excluded.minutes,
          excluded.price_minor, excluded.places, excluded.capacity)`),
    gone: studio.listed
      ? null
      : directory.run(sql`DELETE FROM public_class_pages WHERE studio_id = ${studio.id}`),
    counted: directory.run(sql`
      INSERT INTO public_class_pages (class_type_id, studio_id, title, discipline, level,
        description, minutes, price_minor, coaches, place, location_id, rules)
      SELECT ${field('id')}, ${studio.id}, ${field('title')}, ${field('discipline')},
        ${field('level')}, ${field('description')}, ${field('minutes')}, ${field('priceMinor')},
        ${field('coaches')}, ${field('place')}, ${field('locationId')}, ${field('rules')}
      FROM json_each(${JSON.stringify(pages)}) WHERE true
      ON CONFLICT (class_type_id) DO UPDATE SET
        title = excluded.title, discipline = excluded.discipline, level = excluded.level,
        description = excluded.description, minutes = excluded.minutes,
        price_minor = excluded.price_minor, coaches = excluded.coaches, place = excluded.place,
        location_id = excluded.location_id, rules = excluded.rules
      WHERE (title, discipline, level, description, minutes, price_minor, coaches, place,
        location_id, rules)
        IS NOT (excluded.title, excluded.discipline, excluded.level, excluded.description,
          excluded.minutes, excluded.price_minor, excluded.coaches, excluded.place,
          excluded.location_id, excluded.rules)`),
  })
  return changed(removed) + changed(written) + (gone ? changed(gone) : 0) + changed(counted)
}

type NextClass = {
  id: string
  kind: string
  classTypeId: string
  title: string
  discipline: string
  level: string
  startsAt: string
  localStart: string
  minutes: number
  priceMinor: number | null
  places: number
  capacity: number
  description: string
  coach: string
  place: string
  locationId: string
  /** Its name, where the studio has several. */
  location: string
  policyId: string
}

/**
 * The next classes that have not started, with the places left in each, and a page for each kind of
 * class.
 */
async function readNext(ctx: StudioContext) {
  const { db, studio, now } = ctx
  const seated = sql.raw(seatedStates.map((state) => `'${state}'`).join(', '))
  const { next, policies } = await batch(db, {
    next: db.all<NextClass>(sql`
      SELECT o.id, o.kind, class_type.id AS classTypeId, class_type.name AS title,
        discipline.name AS discipline, coalesce(level.name, '') AS level,
        o.starts_at AS startsAt, o.local_start AS localStart, class_type.minutes, 
        CASE WHEN o.kind = 'event' THEN ${cheapestTicketSql(now)}
          ELSE class_type.drop_in_minor END AS priceMinor, ${onlinePlacesSql} AS capacity,
        class_type.description,
        ${calledSql('coach')} AS coach,
        o.policy_id AS policyId, CASE location.address WHEN '' THEN location.name
          ELSE location.name || ', ' || location.address END AS place,
        location.id AS locationId, iif((SELECT count(*) FROM locations AS any_location
          WHERE any_location.studio_id = ${studio.id}) > 1, location.name, '') AS location,
        max(0, ${onlinePlacesSql} - (
          SELECT count(*) FROM bookings AS b
          WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id
            AND b.state IN (${seated})) - CASE
              WHEN o.kind = 'event' THEN ${ticketsTakenSql(sql`o.id`, sql`o.studio_id`, now)}
              ELSE 0 END) AS places
      FROM occurrences AS o
      JOIN class_types AS class_type ON class_type.studio_id = o.studio_id
        AND class_type.id = o.class_type_id
      JOIN disciplines AS discipline ON discipline.id = class_type.discipline_id
      JOIN people AS coach ON coach.id = o.coach_id
      JOIN rooms AS room ON room.id = o.room_id
      JOIN locations AS location ON location.id = room.location_id
      LEFT JOIN levels AS level ON level.id = class_type.minimum_level_id
      WHERE o.studio_id = ${studio.id} AND o.kind <> 'appointment' AND o.state = 'scheduled'
        AND o.starts_at > ${now}
        AND o.starts_at < ${addMinutes(now, ahead)}
      ORDER BY o.starts_at, o.id LIMIT ${classesPerStudio}`),
    policies: db.all<PolicyRow & { id: string }>(sql`
      SELECT policy.id, ${policyColumnsSql} FROM policies AS policy
      WHERE policy.studio_id = ${studio.id}
      ORDER BY policy.created_at DESC LIMIT 100`),
  })
  const pages = [...new Set(next.map(({ classTypeId }) => classTypeId))].map((id) => {
    const dates = next.filter(({ classTypeId }) => classTypeId === id)
    const { kind, title, discipline, level, description, minutes, priceMinor, policyId } = dates[0]!
    // The rules of booking are none of an event's: its page tells those of its tickets.
    const policy = kind === 'event' ? undefined : policies.find((one) => one.id === policyId)
    const rules = policy ? policyRules(toPolicy(policy), studio) : []
    return {
      id,
      title,
      discipline,
      level,
      description,
      minutes,
      priceMinor,
      coaches: [...new Set(dates.map(({ coach }) => coach))].sort().join(', '),
      place: [...new Set(dates.map(({ place }) => place))].sort().join('; '),
      locationId: onlyOf(dates.map(({ locationId }) => locationId)),
      rules: JSON.stringify(rules),
    }
  })
  const classes = next.map(
    ({ kind: _k, description: _d, coach: _c, place: _p, policyId: _i, ...one }) => one,
  )
  return { classes, pages }
}

/** What all of them are; nothing where they differ. */
function onlyOf(values: readonly string[]): string {
  const [first = '', ...others] = new Set(values)
  return others.length > 0 ? '' : first
}

/** Removes what studios left behind that are no longer open. Answers how many rows. */
export async function removeClassesOfClosedStudios(directory: DirectoryDb): Promise<number> {
  const closed = sql`studio_id NOT IN (SELECT id FROM studios WHERE state = 'open')`
  const { classes, pages } = await batch(directory, {
    classes: directory.run(sql`DELETE FROM public_classes WHERE ${closed}`),
    pages: directory.run(sql`DELETE FROM public_class_pages WHERE ${closed}`),
  })
  return changed(classes) + changed(pages)
}
