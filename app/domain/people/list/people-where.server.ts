import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { searchTerms } from '#app/values/search-terms.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { accountSql, ageSql, visitSql } from './fact-where.server.ts'
import { ownFilters } from './own-filters.ts'
import { ownSql, toldPeopleSql } from './own-where.server.ts'
import { noFilters, type PersonFilters, type PersonView } from './person-filters.ts'

/**
 * Whom a figure counts, as a SELECT of ids; null where there is no such figure. Figures read what
 * stands above people, so that the catalogue hands them in (`insights/with-figures`).
 */
export type ListContext = StudioContext & {
  figureSql?: (figure: string) => SQL | null
  /** Whether `people AS person` has something to sign before they book. */
  unsignedSql?: SQL
}

/** Membership states that still give something. */
export const liveMembership = sql`membership.state
  IN ('trialing','active','past_due','suspended','cancel_scheduled','scheduled')`

/** Who is in a view, over `people AS person`; `everybody` are all but the archived. */
export function viewSql({ studio, now }: StudioContext, view: PersonView | 'everybody'): SQL {
  const today = localDate(now, studio.timeZone)
  // Few hold such a one: the list starts from the index of them, which is named, as one index of
  // the studio's looks like another to a database that keeps no statistics.
  const among = (index: SQL, few: SQL) => sql`person.id IN (
    SELECT membership.person_id FROM memberships AS membership INDEXED BY ${index}
    WHERE membership.studio_id = ${studio.id} AND ${few}
      AND ${liveMembership} AND (membership.ends_on IS NULL OR membership.ends_on >= ${today}))`
  const views: Record<Exclude<PersonView, 'archived'> | 'everybody', SQL> = {
    everybody: sql`1`,
    members: holdsMembershipSql(today),
    // The first condition is that of the index it starts from.
    packs: sql`person.credits_until > coalesce(person.member_until, '')
      AND ${holdsCreditsSql(today)} AND coalesce(person.member_until, '') < ${today}`,
    frozen: among(
      sql`memberships_frozen`,
      sql`membership.frozen_from <= ${today}
        AND (membership.frozen_until IS NULL OR membership.frozen_until >= ${today})`,
    ),
    past_due: among(sql`memberships_past_due`, sql`membership.state IN ('past_due','suspended')`),
    visitors: sql`person.is_staff = 0 AND person.held_until IS NULL`,
    past: sql`person.held_until < ${today}`,
  }
  return view === 'archived'
    ? sql`person.archived_at IS NOT NULL AND person.merged_into IS NULL
        AND person.erased_at IS NULL`
    : sql`person.archived_at IS NULL AND ${views[view]}`
}

/** Views of few people: the list starts from them, and asks of each whether the words are theirs. */
export const isOfFew = (view: PersonFilters['view']) => view === 'frozen' || view === 'past_due'

/** Whether the list starts from ids that another table names. */
const startsElsewhere = ({ view, figure, level, source, referrer, imported }: PersonFilters) =>
  isOfFew(view) || [figure, level, source, referrer, imported].some((named) => named !== '')

/**
 * `people AS person`, what a list and its count read from. Of a plan only those who ever held it, and
 * of an answer only those who gave it: few are not looked for among everyone, and many only until
 * 1,000 are counted.
 */
export function peopleSourceSql({ studio }: ListContext, filters: PersonFilters): SQL {
  if (hasWords(filters) || startsElsewhere(filters)) return sql`people AS person`
  if (filters.plan !== '')
    return sql`(SELECT DISTINCT holding.person_id AS id FROM memberships AS holding
        WHERE holding.studio_id = ${studio.id} AND holding.plan_id IN (
          SELECT id FROM plans WHERE studio_id = ${studio.id} AND name = ${filters.plan})) AS holding
      CROSS JOIN people AS person ON person.id = holding.id`
  const first = ownFilters(filters.own).find(({ how }) => how !== 'none')
  return first ? toldPeopleSql(studio.id, first) : sql`people AS person`
}

/** Who the list of a view shows when nothing else narrows it, over `people AS person`. */
export function shownSql(ctx: ListContext, filters: PersonFilters): SQL {
  const { view, figure } = filters
  const shown = viewSql(ctx, view || 'everybody')
  // Leads are no members until they join; anyone who looks for one finds them.
  const leads = hasWords(filters) || figure !== '' || (view !== '' && view !== 'visitors')
  return leads ? shown : sql`${shown} AND person.prospect = 0`
}

/**
 * The one WHERE of the people list, over `people AS person`, for the page, its count, its CSV and
 * what is done in bulk. A search goes through the index of words, with the studio in the match;
 * with `newest` no further than that many of those it finds, the newest people first.
 */
export function peopleWhere(
  ctx: ListContext,
  filters: PersonFilters,
  { newest }: { newest?: number } = {},
): SQL {
  const { studio } = ctx
  const words = wordsOf(filters)
  const conditions = [
    // With a plus the few are looked up by their id, instead of everyone by the studio.
    startsElsewhere(filters) || words !== null
      ? sql`+person.studio_id = ${studio.id}`
      : sql`person.studio_id = ${studio.id}`,
    shownSql(ctx, filters),
    words === null ? null : wordsSql(studio.id, words, filters, newest),
    narrowedSql(ctx, filters),
  ]
  return sql.join(
    conditions.filter((condition) => condition !== null),
    sql` AND `,
  )
}

/** The WHERE of all filters but view and words. */
export const narrowedWhere = (ctx: ListContext, filters: PersonFilters): SQL => sql`
  ${startsElsewhere({ ...filters, view: '' }) ? sql`+` : sql``}person.studio_id = ${ctx.studio.id}
  AND ${narrowedSql(ctx, filters) ?? sql`1`}`

/**
 * Whether the few that the list may hold are found by an index of their own: they are then looked
 * for first, and the list is met in its order only where they are many.
 */
export const mayBeFew = (filters: PersonFilters): boolean =>
  !hasWords(filters) &&
  !startsElsewhere(filters) &&
  (filters.view !== '' || narrows({ ...filters, view: '' }))

/** Whether anything but the view narrows the list. */
export const narrows = (filters: PersonFilters): boolean =>
  (Object.keys(noFilters) as (keyof PersonFilters)[]).some(
    (name) => !['view', 'sort', 'dir'].includes(name) && filters[name] !== '',
  )

/** Whether the list is narrowed by words. */
export const hasWords = ({ q, tag }: PersonFilters): boolean => q !== '' || tag !== ''

/** The people that `words` find, no more than `newest`, as a SELECT of `rowid`. */
export const wordsFoundSql = (studioId: string, filters: PersonFilters, newest: number): SQL =>
  foundByWords(studioId, wordsOf(filters) ?? '', filters.tag ? '' : filters.q, newest)

/** All filters but view and words, over `people AS person`; null where there are none. */
export function narrowedSql(ctx: ListContext, filters: PersonFilters): SQL | null {
  const { studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const conditions = [
    // The index of words finds its words: as a whole it must stand there, too.
    filters.tag ? sql`instr(', ' || person.tags || ', ', ${`, ${filters.tag}, `}) > 0` : null,
    filters.plan ? holdsPlanSql(studio.id, today, filters.plan) : null,
    // A figure that nobody knows is nobody: a list that says it is narrowed never shows everyone.
    filters.figure
      ? sql`person.id IN (${ctx.figureSql?.(filters.figure) ?? sql`SELECT '' WHERE 0`})`
      : null,
    filters.level
      ? sql`person.id IN (SELECT held.person_id FROM person_levels AS held
          WHERE held.studio_id = ${studio.id} AND held.level_id = ${filters.level})`
      : null,
    filters.age ? ageSql(today, filters.age) : null,
    filters.waiver ? (ctx.unsignedSql ?? sql`0`) : null,
    filters.account ? accountSql[filters.account] : null,
    filters.imported
      ? sql`person.id IN (SELECT brought.person_id FROM imported_people AS brought
          WHERE brought.studio_id = ${studio.id} AND brought.import_id = ${filters.imported}
            AND brought.outcome = 'added')`
      : null,
    filters.source
      ? sql`person.id IN (SELECT lead.person_id FROM leads AS lead
          WHERE lead.studio_id = ${studio.id} AND lead.source_id = ${filters.source})`
      : null,
    filters.referrer
      ? sql`person.id IN (SELECT referral.friend_id FROM referrals AS referral
          WHERE referral.studio_id = ${studio.id}
            AND (${filters.referrer} = 'any' OR referral.referrer_id = ${filters.referrer}))`
      : null,
    filters.location ? sql`person.home_location_id = ${filters.location}` : null,
    ownSql(studio.id, ownFilters(filters.own)),
    filters.credits ? holdsCreditsSql(today) : null,
    filters.visit ? visitSql(today, filters.visit) : null,
    filters.unbooked
      ? // Who has one is found once, from the classes ahead, instead of in what each ever booked.
        sql`person.id NOT IN (
          SELECT b.person_id FROM occurrences AS o
          CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
            AND b.state IN ('booked','waitlisted')
          WHERE o.studio_id = ${studio.id} AND o.starts_at > ${now})`
      : null,
  ].filter((condition) => condition !== null)
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : null
}

const holdsPlanSql = (studioId: string, today: LocalDate, plan: string): SQL => sql`EXISTS (
  SELECT 1 FROM memberships AS membership
  WHERE membership.studio_id = person.studio_id AND membership.person_id = person.id
    AND ${liveMembership} AND (membership.ends_on IS NULL OR membership.ends_on >= ${today})
    AND membership.plan_id IN (SELECT id FROM plans WHERE studio_id = ${studioId} AND name = ${plan}))`

/**
 * Whether `people AS person` hold a membership, or credits, today. The first half is the condition
 * of the index.
 */
const holdsMembershipSql = (today: LocalDate): SQL =>
  sql`(person.member_until > '' AND person.member_until >= ${today})`
const holdsCreditsSql = (today: LocalDate): SQL =>
  sql`(person.credits_until > '' AND person.credits_until >= ${today})`

/** Whether `people AS person` hold neither today. */
export const holdsNothingSql = (today: LocalDate): SQL =>
  sql`coalesce(person.held_until, '') < ${today}`

/** The indexes that carry the sorts. */
export const indexOfSort = {
  name: sql`people_by_name`,
  visit: sql`people_by_last_visit`,
  joined: sql`people_by_joined`,
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

/**
 * The first `most` people by name that a desk's search finds, as what stands behind WHERE over
 * `people AS person`. Words that very many share find among the newest of them.
 */
export const foundAtDeskSql = (ctx: StudioContext, q: string, most: number): SQL =>
  sql`${peopleWhere(ctx, { ...noFilters, q }, { newest: 200 })}
    ORDER BY person.name, person.rowid LIMIT ${most}`

/** What the index of words is asked; null without words, empty where they say nothing. */
function wordsOf({ q, tag }: PersonFilters): string | null {
  const asked = [
    ...(q ? [['{name email phone tags}', phoneTerms(q) ?? searchTerms(q)]] : []),
    ...(tag ? [['tags', searchTerms(tag)]] : []),
  ]
  if (asked.length === 0) return null
  if (asked.some(([, words]) => !words)) return ''
  return asked.map(([columns, words]) => `${columns} : (${words})`).join(' AND ')
}

const matchSql = (studioId: string, words: string): SQL =>
  sql`people_search MATCH ${`studio : "s${studioId}" AND ${words}`}`

/** Whose card or key tag says exactly this, as a SELECT of `rowid`. */
const barcodeSql = (studioId: string, barcode: string): SQL => sql`
  SELECT rowid FROM people WHERE studio_id = ${studioId} AND barcode = ${barcode} AND barcode <> ''`

function foundByWords(studioId: string, words: string, barcode: string, newest?: number): SQL {
  if (words === '') return barcodeSql(studioId, barcode)
  const found = sql`SELECT rowid FROM people_search WHERE ${matchSql(studioId, words)}
    ${newest === undefined ? sql`` : sql`ORDER BY rowid DESC LIMIT ${newest}`}`
  return barcode === ''
    ? found
    : sql`SELECT rowid FROM (${found}) UNION ${barcodeSql(studioId, barcode)}`
}

function wordsSql(
  studioId: string,
  words: string,
  { q, tag, view }: PersonFilters,
  newest?: number,
): SQL {
  const barcode = tag ? '' : q
  return isOfFew(view) && words !== ''
    ? sql`(EXISTS (SELECT 1 FROM people_search
        WHERE ${matchSql(studioId, words)} AND people_search.rowid = person.rowid)
        OR person.barcode = ${barcode} AND person.barcode <> '')`
    : sql`person.rowid IN (${foundByWords(studioId, words, barcode, newest)})`
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
