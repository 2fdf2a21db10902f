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
 * Listed, open studios that match the beginning of every word of `q` in name, town or disciplines,
 * best first; all of them by name when `q` is empty. Unlisted ones are found by their link alone.
 * With the account's own studios where `userId` is given. One trip.
 */
export async function findStudios(
  { directory, now }: DirectoryContext,
  { q, page, userId = null }: { q: string; page: number; userId?: string | null },
): Promise<FinderPage> {
  const terms = searchTerms(q)
  // Text that holds no word at all, such as "%%", matches nothing rather than everything.
  const nothing = q !== '' && terms === ''
  const from = terms
    ? sql`studios_search AS found JOIN studios AS studio ON studio.rowid = found.rowid
      WHERE studios_search MATCH ${terms} AND`
    : sql`studios AS studio WHERE`
  const where = sql`${from} studio.listed = 1 AND studio.state = 'open'
    AND ${nothing ? sql`0` : sql`1`}`
  const order = terms ? sql`bm25(studios_search, 4, 2, 1), studio.name` : sql`studio.name`
  const chosen = sql`SELECT studio.id FROM ${where} ORDER BY ${order}
    LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`

  const asked = JSON.stringify(knownDisciplines.map((name) => ({ name, terms: searchTerms(name) })))

  const { studios, classes, count, suggestions, own } = await batch(directory, {
    studios: directory.all<Omit<FoundStudio, 'next'>>(sql`
      SELECT studio.id, studio.slug, studio.name, studio.town, studio.disciplines,
        studio.time_zone AS timeZone, studio.locale, studio.hue, studio.chroma
      FROM ${where} ORDER BY ${order} LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`),
    classes: directory.all<FoundClass & { studioId: string }>(sql`
      SELECT public_class.studio_id AS studioId, public_class.occurrence_id AS occurrenceId,
        public_class.title, public_class.starts_at AS startsAt,
        public_class.local_start AS localStart, public_class.places
      FROM (${chosen}) AS chosen
      CROSS JOIN public_classes AS public_class ON public_class.occurrence_id IN (
        SELECT next_class.occurrence_id FROM public_classes AS next_class
        WHERE next_class.studio_id = chosen.id AND next_class.starts_at > ${now}
        ORDER BY next_class.starts_at LIMIT 3)
      ORDER BY public_class.starts_at`),
    count: directory.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${where} LIMIT ${countLimit + 1})`,
    ),
    suggestions: directory.all<{ name: string }>(sql`
      SELECT json_extract(input.value, '$.name') AS name FROM json_each(${asked}) AS input
      WHERE EXISTS (
        SELECT 1 FROM studios_search AS found JOIN studios AS studio ON studio.rowid = found.rowid
        WHERE studios_search MATCH 'disciplines : (' || json_extract(input.value, '$.terms') || ')'
          AND studio.listed = 1 AND studio.state = 'open')
      ORDER BY input.key`),
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
