import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { countLimit } from '#app/db/page.server.ts'
import {
  hasWords,
  type ListContext,
  narrowedSql,
  narrowedWhere,
  narrows,
  peopleSourceSql,
  peopleWhere,
  shownSql,
  wordsFoundSql,
} from './people-where.server.ts'
import { type PersonFilters, type PersonView, personViews } from './person-filters.ts'

/**
 * How many a view holds: exact up to 1,000, above it `more`; null where counting would read
 * everyone of a large studio.
 */
export type ViewCounts = Record<PersonView | 'everybody', { n: number; more: boolean } | null>

const viewCountOf = (n: number | null) =>
  n === null ? null : { n: Math.min(n, countLimit), more: n > countLimit }

type ViewRows = { [view in keyof ViewCounts]?: readonly { n: number | null }[] | undefined }

const countsOf = (rows: ViewRows): ViewCounts =>
  viewCountsBy((view) => viewCountOf(rows[view]?.[0]?.n ?? null))

/** What the statements answered; what words find of more than are counted is told by `shared`. */
export function viewCountsOf({
  among,
  ...views
}: ViewRows & { among?: readonly AmongFound[] | undefined }): {
  counts: ViewCounts
  shared: boolean
} {
  const [first] = among ?? []
  return {
    counts: first ? countsAmong(first, views) : countsOf(views),
    shared: first !== undefined && first.found > countLimit,
  }
}

/** Of more than can be counted only that is known, and of everybody what was counted alone. */
function countsAmong(first: AmongFound, { everybody }: ViewRows): ViewCounts {
  const more = first.found > countLimit
  const counts = viewCountsBy((view) =>
    more && view !== 'everybody' ? null : { n: Math.min(first[view], countLimit), more },
  )
  return everybody ? { ...counts, everybody: viewCountOf(everybody[0]?.n ?? null) } : counts
}

const viewCountsBy = (of: (view: keyof ViewCounts) => ViewCounts[keyof ViewCounts]) =>
  Object.fromEntries(
    (['everybody', ...personViews] as const).map((view) => [view, of(view)]),
  ) as ViewCounts

type AmongFound = Record<keyof ViewCounts | 'found', number>

/**
 * How many the filters find without a view, and how many of these each view would list: they are
 * looked up once.
 */
function amongFoundStatement(ctx: ListContext, filters: PersonFilters): Statement<AmongFound[]> {
  const { id } = ctx.studio
  const views = (['everybody', ...personViews] as const).map((view) => {
    const shown = shownSql(ctx, { ...filters, view: view === 'everybody' ? '' : view })
    return sql`count(*) FILTER (WHERE ${shown}) AS ${sql.raw(view)}`
  })
  const found = hasWords(filters)
    ? wordsFoundSql(id, filters, countLimit + 1)
    : sql`SELECT person.rowid FROM ${peopleSourceSql(ctx, filters)}
        WHERE ${narrowedWhere(ctx, filters)} LIMIT ${countLimit + 1}`
  // Of more than are counted each view would be told as unknown: but for words none is looked up.
  return ctx.db.all<AmongFound>(sql`
    WITH found AS MATERIALIZED (${found}),
      counted AS MATERIALIZED (SELECT count(*) AS n FROM found)
    SELECT (SELECT n FROM counted) AS found, ${sql.join(views, sql`, `)}
    FROM counted CROSS JOIN found CROSS JOIN people AS person ON person.rowid = found.rowid
      AND +person.studio_id = ${id}
    WHERE ${
      hasWords(filters) ? (narrowedSql(ctx, filters) ?? sql`1`) : sql`counted.n <= ${countLimit}`
    }`)
}

/** How many the filters leave, an expression that counts no further than 1,001. */
export const listCountSql = (ctx: ListContext, filters: PersonFilters): SQL => sql`(
  SELECT count(*) FROM (
    SELECT 1 FROM ${peopleSourceSql(ctx, filters)}
    WHERE ${peopleWhere(ctx, filters)} LIMIT ${countLimit + 1}))`

/**
 * A count for each view; `everybody` is the list without one. What filters find is counted in all
 * views by one statement.
 */
export function viewCountStatements(ctx: ListContext, filters: PersonFilters) {
  const count = (view: PersonView | ''): Statement<{ n: number | null }[]> | null =>
    hasWords(filters) || (narrows(filters) && view !== '')
      ? null
      : ctx.db.all<{ n: number | null }>(
          sql`SELECT ${listCountSql(ctx, { ...filters, view })} AS n`,
        )
  return {
    among: narrows(filters) ? amongFoundStatement(ctx, filters) : null,
    everybody: count(''),
    members: count('members'),
    packs: count('packs'),
    frozen: count('frozen'),
    past_due: count('past_due'),
    visitors: count('visitors'),
    past: count('past'),
    archived: count('archived'),
  }
}
