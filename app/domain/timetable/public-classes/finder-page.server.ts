import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { countLimit } from '#app/db/page.server.ts'
import type { DirectoryContext } from '#app/domain/scope/contexts.ts'
import { type OwnStudio, ownStudiosStatement } from '#app/domain/studios/studio-queries.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { searchTerms } from '#app/values/search-terms.ts'

export type FoundClass = {
  occurrenceId: string
  title: string
  startsAt: Instant
  localStart: string
  places: number
}

export type FoundStudio = {
  id: string
  slug: string
  name: string
  town: string
  disciplines: string
  timeZone: string
  locale: string
  hue: number
  chroma: number
  /** The next classes, at most three; places are as the job last saw them. */
  next: FoundClass[]
}

export type FinderPage = {
  studios: FoundStudio[]
  total: number
  more: boolean
  page: number
  pages: number
  /** Words to search by that find a studio. */
  suggestions: string[]
  /** Studios of the account that looks; empty for nobody. */
  own: OwnStudio[]
}

const perPage = 12

/** What people look for by name; only those that some studio offers are suggested. */
const knownDisciplines = [
  'Yoga',
  'Pole',
  'Aerial',
  'Pilates',
  'Martial arts',
  'Judo',
  'Karate',
  'Jiu-jitsu',
  'Dance',
  'Strength',
  'Climbing',
  'Gymnastics',
]

/**
 * Listed, open studios that match the beginning of every word of `q` in name, town or disciplines, best first; all of
 * them by name when `q` is empty. Unlisted ones are found by their link alone. With the account's own studios where
 * `userId` is given. One trip.
 */
export async function findStudios(
  { directory, now }: DirectoryContext,
  { q, page, userId = null }: { q: string; page: number; userId?: string | null },
): Promise<FinderPage> {
  const terms = searchTerms(q)
  // Text that holds no word at all, such as "%%", matches nothing rather than everything.
  const nothing = q !== '' && terms === ''
  const from = terms
    ? sql`studios_search f JOIN studios s ON s.rowid = f.rowid WHERE studios_search MATCH ${terms} AND`
    : sql`studios s WHERE`
  const where = sql`${from} s.listed = 1 AND s.state = 'open' AND ${nothing ? sql`0` : sql`1`}`
  const order = terms ? sql`bm25(studios_search, 4, 2, 1), s.name` : sql`s.name`
  const chosen = sql`SELECT s.id FROM ${where} ORDER BY ${order} LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`

  const asked = JSON.stringify(knownDisciplines.map((name) => ({ name, terms: searchTerms(name) })))

  const { studios, classes, count, suggestions, own } = await batch(directory, {
    studios: directory.all<Omit<FoundStudio, 'next'>>(sql`
      SELECT s.id, s.slug, s.name, s.town, s.disciplines, s.time_zone AS timeZone, s.locale, s.hue, s.chroma
      FROM ${where} ORDER BY ${order} LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`),
    classes: directory.all<FoundClass & { studioId: string }>(sql`
      SELECT p.studio_id AS studioId, p.occurrence_id AS occurrenceId, p.title, p.starts_at AS startsAt, p.local_start AS localStart, p.places
      FROM (${chosen}) AS c CROSS JOIN public_classes p ON p.occurrence_id IN (
        SELECT n.occurrence_id FROM public_classes n WHERE n.studio_id = c.id AND n.starts_at > ${now}
        ORDER BY n.starts_at LIMIT 3)
      ORDER BY p.starts_at`),
    count: directory.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${where} LIMIT ${countLimit + 1})`,
    ),
    suggestions: directory.all<{ name: string }>(sql`
      SELECT json_extract(a.value, '$.name') AS name FROM json_each(${asked}) a
      WHERE EXISTS (
        SELECT 1 FROM studios_search f JOIN studios s ON s.rowid = f.rowid
        WHERE studios_search MATCH 'disciplines : (' || json_extract(a.value, '$.terms') || ')'
          AND s.listed = 1 AND s.state = 'open')
      ORDER BY a.key`),
    own: userId ? ownStudiosStatement(directory, userId) : null,
  })

  const total = Math.min(count[0]?.n ?? 0, countLimit)
  return {
    studios: studios.map((studio) => ({
      ...studio,
      next: classes.filter((c) => c.studioId === studio.id).slice(0, 3),
    })),
    total,
    more: (count[0]?.n ?? 0) > countLimit,
    page,
    pages: Math.max(1, Math.ceil(total / perPage)),
    suggestions: suggestions.map(({ name }) => name),
    own: own ?? [],
  }
}
