import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import {
  accessNames,
  accessOf,
  languageName,
  languages,
} from '#app/domain/calendar/class-access.ts'
import { toldClosuresStatement } from '#app/domain/calendar/closed-days.server.ts'
import { closedOn, closedWords } from '#app/domain/calendar/closed-words.ts'
import { readListLean } from '#app/domain/places/needs.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { type ClassListing, withPlace } from './class-listing.ts'
import {
  type ListingRow,
  listingsStatement,
  noViewer,
  toListings,
  viewerStatements,
} from './listing-queries.server.ts'
import {
  type FilterOptions,
  kindNames,
  knownFilters,
  parseTimetableFilters,
  passesFilters,
  type TimetableFilters,
  waysToWiden,
} from './timetable-filters.ts'

type PageViewer = {
  personId: string | null
  name: string
  email: string
  timeZone: string | null
} | null

/**
 * Everything the timetable shows, in one batch: seven days from `?from=` (else today), each class
 * with where the viewer stands, and what the filters offer. Filters narrow what was read: a week is
 * one read whatever is chosen. `lastLocation` is the name of where the viewer was last.
 */
export async function timetablePage(
  ctx: StudioContext,
  viewer: PageViewer,
  search: URLSearchParams,
  lastLocation: string | null = null,
) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const wished = parseTimetableFilters(search, today, lastLocation)
  const first = wished.from ?? today
  const range = { from: first, until: addDays(first, 7) }
  const common = {
    options: filterOptionsStatement(ctx),
    closures: toldClosuresStatement(ctx, { from: first, until: addDays(first, 6) }),
    ...shellStatements(ctx, viewer),
  }
  const personId = viewer?.personId ?? null
  const inRange = sql`o.local_start >= ${range.from} AND o.local_start < ${range.until}`
  const answer = await readListLean(
    ctx,
    async (needs, needsStatement) => {
      const rows = listingsStatement(ctx, inRange, undefined, needs)
      if (!personId)
        return { ...(await batch(db, { rows, ...common, needs: needsStatement })), ...noViewer }
      const { limits, makeUps, skills, unsigned, ...own } = viewerStatements(ctx, personId, range)
      return await batch(db, {
        rows,
        ...common,
        ...own,
        limits: needs.limits ? limits : null,
        makeUps: needs.courses ? makeUps : null,
        skills: needs.skills ? skills : null,
        unsigned: needs.documents ? unsigned : null,
        needs: needsStatement,
      })
    },
    ({ rows }) => rows,
  )

  const options = toOptions(answer.options, answer.rows, wished)
  const filters = knownFilters(wished, options)
  const listings = toListings(ctx, answer.rows, answer, personId)
  const narrowed = listings.filter((listing) => passesFilters(listing, filters, options))
  const shown = filters.location === null ? withPlace(narrowed, options.locations) : narrowed
  const days = Array.from({ length: 7 }, (_, i) => addDays(first, i))
  return {
    today,
    first,
    days: days.map((date) => ({
      date,
      classes: shown.filter((listing) => isOn(listing, date)),
      /** Why there is nothing; null where the studio is open. */
      closed: closedOn(answer.closures, date)?.name ?? null,
    })),
    closed: answer.closures.map((closure) => closedWords(closure, studio.locale)),
    total: listings.length,
    widen: shown.length === 0 ? waysToWiden(listings, filters, options).slice(0, 3) : [],
    filters,
    options,
    signedIn: personId !== null,
    ownZone: viewer?.timeZone && viewer.timeZone !== studio.timeZone ? viewer.timeZone : null,
    shell: toShell(answer, viewer),
  }
}

const isOn = ({ localStart }: ClassListing, date: string) => localStart.slice(0, 10) === date

type OptionRow = {
  kind: 'discipline' | 'coach' | 'level' | 'location' | 'kind'
  id: string
  name: string
}

/**
 * Disciplines and levels in their order, staff who teach a series that runs, locations and kinds of
 * offerings.
 */
function filterOptionsStatement({ db, studio }: StudioContext): Statement<OptionRow[]> {
  return db.all<OptionRow>(sql`
    SELECT kind, id, name FROM (
      SELECT 'discipline' AS kind, id, name, sort, 0 AS rung FROM disciplines
      WHERE studio_id = ${studio.id}
      UNION ALL
      SELECT 'level', level.id, discipline.name || ', ' || level.name, discipline.sort, level.rung
      FROM levels AS level
        JOIN disciplines AS discipline ON discipline.id = level.discipline_id
        WHERE level.studio_id = ${studio.id}
      UNION ALL
      SELECT 'coach', id, iif(preferred_name <> '', preferred_name, name), 0, 0 FROM people
      WHERE studio_id = ${studio.id} AND is_staff = 1
        AND EXISTS (SELECT 1 FROM series
          WHERE series.studio_id = people.studio_id AND series.coach_id = people.id
            AND series.is_draft = 0)
      UNION ALL
      SELECT 'location', id, name, 0, 0 FROM locations WHERE studio_id = ${studio.id}
      UNION ALL
      SELECT DISTINCT 'kind', kind, '', 0, 0 FROM class_types
        WHERE studio_id = ${studio.id} AND kind <> 'appointment' AND archived_at IS NULL
    ) ORDER BY kind, sort, rung, name`)
}

/**
 * Of language and accessibility only what classes of these days have, and what is chosen: a choice
 * outlives a week in which nothing fits.
 */
function toOptions(
  rows: readonly OptionRow[],
  classes: readonly ListingRow[],
  { language, access }: TimetableFilters,
): FilterOptions {
  const of = (kind: OptionRow['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ id, name }) => ({ id, name }))
  const kinds = of('kind').map(({ id }) => ({ id, name: kindNames[id] ?? id }))
  return {
    disciplines: of('discipline'),
    coaches: of('coach'),
    levels: of('level'),
    locations: of('location'),
    kinds,
    languages: among(
      Object.values(languages),
      (name) => name === language || classes.some((row) => languageName(row.language) === name),
    ),
    access: among(
      Object.values(accessNames),
      (name) => name === access || classes.some((row) => accessOf(row.access).includes(name)),
    ),
  }
}

const among = (names: readonly string[], has: (name: string) => boolean) =>
  names.filter(has).map((name) => ({ id: name, name }))
