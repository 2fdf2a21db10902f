import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { searchTerms } from '#app/values/search-terms.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import type { PersonFilters, PersonView } from './person-filters.ts'

/** Membership states that still give something. */
const liveMembership = sql`membership.state
  IN ('trialing','active','past_due','suspended','cancel_scheduled','scheduled')`

/**
 * The one WHERE of the people list, over `people AS person`, for the page, its count, its CSV and
 * what is done in bulk. A search goes through the index of words, with the studio in the match.
 */
export function peopleWhere(ctx: StudioContext, filters: PersonFilters): SQL {
  const { studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const holdsMembership = (more: SQL = sql`1`) => sql`EXISTS (
    SELECT 1 FROM memberships AS membership
    WHERE membership.studio_id = person.studio_id AND membership.person_id = person.id
      AND ${liveMembership} AND (membership.ends_on IS NULL OR membership.ends_on >= ${today})
      AND ${more})`
  // Few hold such a one: the list starts from them.
  const among = (few: SQL) => sql`person.id IN (
    SELECT membership.person_id FROM memberships AS membership
    WHERE membership.studio_id = ${studio.id} AND ${few}
      AND ${liveMembership} AND (membership.ends_on IS NULL OR membership.ends_on >= ${today}))`
  const holdsCredits = sql`EXISTS (
    SELECT 1 FROM lots AS lot WHERE lot.studio_id = person.studio_id AND lot.person_id = person.id
      AND lot.expires_on >= ${today} AND lot.refunded_at IS NULL
      AND (SELECT sum(entry.amount) FROM entries AS entry
        WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id) > 0)`
  const heldOnce = sql`(
    EXISTS (SELECT 1 FROM memberships AS membership
      WHERE membership.studio_id = person.studio_id AND membership.person_id = person.id)
    OR EXISTS (SELECT 1 FROM lots AS lot
      WHERE lot.studio_id = person.studio_id AND lot.person_id = person.id))`
  const views: Record<PersonView, SQL> = {
    members: holdsMembership(),
    packs: sql`NOT ${holdsMembership()} AND ${holdsCredits}`,
    frozen: among(
      sql`membership.frozen_from <= ${today}
        AND (membership.frozen_until IS NULL OR membership.frozen_until >= ${today})`,
    ),
    past_due: among(sql`membership.state IN ('past_due','suspended')`),
    visitors: sql`person.is_staff = 0 AND NOT ${heldOnce}`,
    past: sql`${heldOnce} AND NOT ${holdsMembership()} AND NOT ${holdsCredits}`,
    archived: sql`person.archived_at IS NOT NULL`,
  }
  const conditions = [
    // With a plus the few are looked up by their id, instead of everybody by the studio.
    filters.view === 'frozen' || filters.view === 'past_due'
      ? sql`+person.studio_id = ${studio.id}`
      : sql`person.studio_id = ${studio.id}`,
    filters.view === 'archived' ? views.archived : sql`person.archived_at IS NULL`,
    filters.view && filters.view !== 'archived' ? views[filters.view] : null,
    filters.q ? searchSql(studio.id, filters.q) : null,
    filters.tag ? tagSql(studio.id, filters.tag) : null,
    filters.plan
      ? holdsMembership(sql`membership.plan_id IN (
          SELECT id FROM plans WHERE studio_id = ${studio.id} AND name = ${filters.plan})`)
      : null,
    filters.credits ? holdsCredits : null,
    filters.visit ? visitSql(filters.visit, today) : null,
    filters.unbooked
      ? sql`NOT EXISTS (
          SELECT 1 FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
          WHERE b.studio_id = person.studio_id AND b.person_id = person.id
            AND b.state IN ('booked','waitlisted')
            AND o.starts_at > ${now})`
      : null,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== null),
    sql` AND `,
  )
}

/**
 * Rows of `people` in this order; the sorts are a closed map, never text of an address. Each is
 * carried by an index.
 */
export function peopleOrder({ sort, dir }: Pick<PersonFilters, 'sort' | 'dir'>): SQL {
  const column = {
    name: sql`person.name`,
    visit: sql`person.last_visit_at`,
    joined: sql`person.joined_on`,
  }[sort]
  return dir === 'up' ? sql`${column}, person.rowid` : sql`${column} DESC, person.rowid DESC`
}

function searchSql(studioId: string, typed: string): SQL {
  const words = phoneTerms(typed) ?? searchTerms(typed)
  if (!words) return sql`0`
  return matches(studioId, `{name email phone tags} : (${words})`)
}

/** A tag as a whole, not a word of another one. */
function tagSql(studioId: string, tag: string): SQL {
  const words = searchTerms(tag)
  if (!words) return sql`0`
  return sql`${matches(studioId, `tags : (${words})`)}
    AND instr(', ' || person.tags || ', ', ${`, ${tag}, `}) > 0`
}

function matches(studioId: string, expression: string): SQL {
  return sql`person.rowid IN (
    SELECT rowid FROM people_search
    WHERE people_search MATCH ${`studio : "s${studioId}" AND ${expression}`})`
}

/**
 * What is typed as a phone number, as one word: its digits, also without the zeros in front, since
 * numbers are kept with their country. Null when it is none.
 */
function phoneTerms(typed: string): string | null {
  if (!/^[\d\s().+/-]{4,}$/.test(typed)) return null
  const digits = typed.replace(/\D/g, '')
  const spoken = digits.replace(/^0+/, '')
  return spoken.length >= 3 ? `"${digits}"* OR "${spoken}"*` : null
}

function visitSql(visit: Exclude<PersonFilters['visit'], ''>, today: string): SQL {
  const since = (days: number) => addDays(today, -days)
  return {
    week: sql`person.last_visit_at >= ${since(7)}`,
    month: sql`person.last_visit_at >= ${since(30)}`,
    before: sql`person.last_visit_at < ${since(30)}`,
    never: sql`person.last_visit_at IS NULL`,
  }[visit]
}
