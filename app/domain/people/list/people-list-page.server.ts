import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  countLimit,
  type Page,
  type PageNumber,
  pageOfFewStatements,
  pageStatements,
  toPage,
} from '#app/db/page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import { fieldsStatement, toFieldsAndArchived } from '../fields/field-queries.server.ts'
import type { PersonField } from '../fields/field-words.ts'
import { levelOpensSql } from '../levels/held-level-sql.server.ts'
import type { HeldPlan } from '../person-label.ts'
import {
  hasWords,
  indexOfSort,
  isOfFew,
  type ListContext,
  mayBeFew,
  peopleOrder,
  peopleSourceSql,
  peopleWhere,
} from './people-where.server.ts'
import type { PersonFilters } from './person-filters.ts'
import type { Segment } from './segment.ts'
import { segmentsStatement } from './segments.server.ts'
import { type ViewCounts, viewCountStatements, viewCountsOf } from './view-counts.server.ts'

export type ListedPerson = {
  id: string
  name: string
  /** What is kept of their photo; empty is none. */
  photo: string
  email: string
  phone: string
  tags: string
  joinedOn: string
  lastVisitAt: string | null
  archived: boolean
  staff: boolean
  plan: HeldPlan | null
  /** Of what the credits are: the package that ends first. */
  packName: string | null
  credits: number
  heldOnce: boolean
  /** The highest rungs held, one a discipline. */
  levels: string | null
  /** Local start of the next class, and whether it is a place on the waitlist. */
  next: { localStart: string; waiting: boolean } | null
  owesMinor: number
}

type Row = Omit<ListedPerson, 'archived' | 'staff' | 'plan' | 'heldOnce' | 'next'> & {
  archived: number
  staff: number
  plan: string | null
  heldOnce: number
  next: string | null
}

/**
 * One page of people, how many each view would list with the other filters as they are, then what
 * each of its rows holds: two trips, so that a sort never computes what is held by ten thousand.
 */
export async function peopleListPage(
  ctx: ListContext,
  filters: PersonFilters,
  at: PageNumber,
  userId = '',
): Promise<{
  people: Page<ListedPerson>
  plans: string[]
  segments: Segment[]
  counts: ViewCounts
  choices: FilterChoices
}> {
  const { items, count, ...views } = await batch(ctx.db, {
    ...idsStatements(ctx, filters, at),
    ...viewCountStatements(ctx, filters),
  })
  const found = toPage({ items, count }, at, (row) => row.id)
  // What very many share is looked for among the newest of them, and the page says that it is more.
  const { counts, shared } = viewCountsOf(views)
  if (hasWords(filters) && shared && !isOfFew(filters.view)) found.more = true
  const { rows, plans, segments, levels, sources, locations, fields } = await batch(ctx.db, {
    ...choiceStatements(ctx),
    segments: segmentsStatement(ctx, userId),
    rows: rowsOfStatement(ctx, found.items),
    plans: ctx.db.all<{ name: string }>(
      sql`SELECT DISTINCT name FROM plans WHERE studio_id = ${ctx.studio.id} AND archived_at IS NULL
        ORDER BY name LIMIT 50`,
    ),
  })
  return {
    people: { ...found, items: inOrder(found.items, rows) },
    plans: plans.map(({ name }) => name),
    segments,
    choices: { levels, sources, locations, ...toFieldsAndArchived(fields) },
    counts: {
      ...counts,
      ...(filters.view && { [filters.view]: { n: found.total, more: found.more } }),
    },
  }
}

/** The ids of one page, and how many there are. */
function idsStatements(ctx: ListContext, filters: PersonFilters, at: PageNumber) {
  const query = {
    select: sql`person.id`,
    where: peopleWhere(ctx, filters, { newest: countLimit + 1 }),
    orderBy: peopleOrder(filters),
  }
  return mayBeFew(filters)
    ? pageOfFewStatements<{ id: string }>(
        ctx.db,
        {
          ...query,
          table: { name: sql`people`, alias: sql`person`, inOrder: indexOfSort[filters.sort] },
          few: sql`SELECT person.rowid AS at FROM ${peopleSourceSql(ctx, filters)}
            WHERE ${query.where}`,
        },
        at,
      )
    : pageStatements<{ id: string }>(ctx.db, { ...query, from: peopleSourceSql(ctx, filters) }, at)
}

/** What the narrower filters offer. */
export type FilterChoices = Record<
  'levels' | 'sources' | 'locations',
  { id: string; name: string }[]
> & {
  /** The studio's own, and those not asked any more. */
  fields: PersonField[]
  archived: PersonField[]
}

function choiceStatements(ctx: ListContext) {
  const { db, studio } = ctx
  type Choice = { id: string; name: string }
  return {
    fields: fieldsStatement(ctx),
    levels: db.all<Choice>(sql`
      SELECT level.id, discipline.name || ', ' || level.name AS name FROM levels AS level
      JOIN disciplines AS discipline ON discipline.id = level.discipline_id
      WHERE level.studio_id = ${studio.id} ORDER BY discipline.sort, discipline.name, level.rung
      LIMIT 100`),
    sources: db.all<Choice>(sql`
      SELECT id, name FROM lead_sources WHERE studio_id = ${studio.id} AND archived_at IS NULL
      ORDER BY name LIMIT 50`),
    locations: db.all<Choice>(sql`
      SELECT id, name FROM locations WHERE studio_id = ${studio.id} ORDER BY name LIMIT 50`),
  }
}

/** Rows a file holds at most; a studio with more narrows the list first. */
const csvRows = 20_000

/** Ids of everyone the filters leave, in order, for a file. */
export async function idsForCsv(
  ctx: ListContext,
  filters: PersonFilters,
  chosen: readonly string[] = [],
): Promise<string[]> {
  const where =
    chosen.length > 0
      ? sql`+person.studio_id = ${ctx.studio.id}
          AND person.id IN (SELECT value FROM json_each(${JSON.stringify(chosen)}))`
      : peopleWhere(ctx, filters)
  const { rows } = await batch(ctx.db, {
    rows: ctx.db.all<{ id: string }>(sql`
      SELECT person.id FROM people AS person
      WHERE ${where} ORDER BY ${peopleOrder(filters)} LIMIT ${csvRows}`),
  })
  return rows.map(({ id }) => id)
}

/** What each of these people holds, in their order. */
export async function listedPeople(
  ctx: StudioContext,
  ids: readonly string[],
): Promise<ListedPerson[]> {
  return inOrder(ids, (await batch(ctx.db, { rows: rowsOfStatement(ctx, ids) })).rows)
}

const rowsOfStatement = (ctx: StudioContext, ids: readonly string[]) =>
  peopleRows(
    ctx,
    sql`+person.studio_id = ${ctx.studio.id}
      AND person.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  )

function inOrder(ids: readonly string[], rows: readonly Row[]): ListedPerson[] {
  const byId = new Map(rows.map((row) => [row.id, personOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function personOf(row: Row): ListedPerson {
  return {
    ...row,
    archived: row.archived === 1,
    staff: row.staff === 1,
    plan: row.plan === null ? null : (JSON.parse(row.plan) as HeldPlan),
    heldOnce: row.heldOnce === 1,
    next:
      row.next === null
        ? null
        : { localStart: row.next.split(' ')[0]!, waiting: row.next.endsWith('waitlisted') },
  }
}

function peopleRows({ db, studio, now }: StudioContext, where: SQL) {
  const today = localDate(now, studio.timeZone)
  return db.all<Row>(sql`
    SELECT person.id, person.name, person.photo, person.email, person.phone, person.tags,
      person.joined_on AS joinedOn, person.last_visit_at AS lastVisitAt,
      person.archived_at IS NOT NULL AS archived, person.is_staff AS staff,
      (SELECT json_object('name', plan.name, 'state', membership.state, 'startsOn',
        membership.starts_on, 'endsOn', membership.ends_on, 'frozenFrom', membership.frozen_from,
          'frozenUntil', membership.frozen_until)
        FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
        WHERE membership.studio_id = person.studio_id AND membership.person_id = person.id
          AND membership.state IN (
            'trialing','active','past_due','suspended','cancel_scheduled','scheduled')
          AND (membership.ends_on IS NULL OR membership.ends_on >= ${today})
        ORDER BY membership.starts_on > ${today}, membership.purchased_at LIMIT 1) AS plan,
      (SELECT package.name FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
        WHERE lot.studio_id = person.studio_id AND lot.person_id = person.id
          AND lot.expires_on >= ${today} AND lot.refunded_at IS NULL
        ORDER BY lot.expires_on LIMIT 1) AS packName,
      (SELECT coalesce(sum(entry.amount), 0) FROM lots AS lot
        JOIN entries AS entry ON entry.studio_id = lot.studio_id AND entry.lot_id = lot.id
        WHERE lot.studio_id = person.studio_id AND lot.person_id = person.id
          AND lot.expires_on >= ${today}
          AND lot.refunded_at IS NULL) AS credits,
      (EXISTS (SELECT 1 FROM memberships AS membership
        WHERE membership.studio_id = person.studio_id AND membership.person_id = person.id)
        OR EXISTS (SELECT 1 FROM lots AS lot
          WHERE lot.studio_id = person.studio_id AND lot.person_id = person.id)) AS heldOnce,
      (SELECT group_concat(level.name || CASE
          WHEN NOT ${levelOpensSql('person_level', sql`${today}`)} THEN ' (expired)'
          WHEN person_level.provisional THEN ' (provisional)' ELSE '' END, ', ')
        FROM person_levels AS person_level
        JOIN levels AS level ON level.id = person_level.level_id
        WHERE person_level.studio_id = person.studio_id
          AND person_level.person_id = person.id) AS levels,
      (SELECT o.local_start || ' ' || b.state FROM bookings AS b
        JOIN occurrences AS o ON o.id = b.occurrence_id
        WHERE b.studio_id = person.studio_id AND b.person_id = person.id
          AND b.state IN ('booked','waitlisted')
          AND o.starts_at > ${now} AND o.state = 'scheduled'
        ORDER BY o.starts_at LIMIT 1) AS next,
      (SELECT coalesce(sum(fee.amount_minor), 0) FROM fees AS fee
        WHERE fee.studio_id = person.studio_id AND fee.person_id = person.id
          AND fee.state = 'pending')
      + (SELECT coalesce(sum(item.amount_minor - item.paid_minor), 0) FROM open_items AS item
        WHERE item.studio_id = person.studio_id AND item.person_id = person.id
          AND item.state = 'open' AND item.amount_minor > 0) AS owesMinor
    FROM people AS person WHERE ${where}`)
}
