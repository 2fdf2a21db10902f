import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { searchTerms, shortestMisspelt, spellingsOf } from '#app/values/search-terms.ts'

/** A studio that may have been meant. */
export type NearStudio = { slug: string; name: string; town: string }

const mostNear = 3
/** Slugs with the same first letters, and studios with the same words, that are looked through. */
const mostLookedThrough = 200

/**
 * Open, listed studios whose address is one slip away from `slug`, begins as it does, or whose name
 * has its words; at most three, the nearest first. Unlisted ones are never guessed. One trip, whose
 * rows do not grow with the number of studios.
 */
export async function findNearStudios(directory: DirectoryDb, slug: string): Promise<NearStudio[]> {
  if (slug.length < shortestMisspelt - 1) return []
  const beginning = slug.slice(0, 2)
  const open = sql`studio.listed = 1 AND studio.state = 'open'`
  const rows = await directory.all<NearStudio>(sql`
    SELECT slug, name, town FROM (
      SELECT studio.slug, studio.name, studio.town FROM studios AS studio
      WHERE studio.slug >= ${beginning} AND studio.slug < ${`${beginning}~`} AND ${open}
      LIMIT ${mostLookedThrough})
    UNION
    SELECT slug, name, town FROM (
      SELECT studio.slug, studio.name, studio.town
      FROM studios_search AS found JOIN studios AS studio ON studio.rowid = found.rowid
      WHERE studios_search MATCH ${`name : (${searchTerms(slug)})`} AND ${open}
      LIMIT ${mostLookedThrough})
    UNION
    SELECT studio.slug, studio.name, studio.town FROM studios AS studio
    WHERE studio.slug IN (SELECT value FROM json_each(${JSON.stringify(swapsOf(slug))})) AND ${open}`)
  return rows
    .map((studio) => ({ studio, distance: distanceOf(slug, studio) }))
    .filter(({ distance }) => distance < far)
    .sort((a, b) => a.distance - b.distance || a.studio.slug.localeCompare(b.studio.slug))
    .slice(0, mostNear)
    .map(({ studio }) => studio)
}

const far = 3

/** 0 for one slip, 1 for one that begins as the other does, 2 for the same words; `far` otherwise. */
function distanceOf(slug: string, studio: NearStudio): number {
  const spellings = new Set(spellingsOf(slug))
  if (spellingsOf(studio.slug).some((spelling) => spellings.has(spelling))) return 0
  if (studio.slug.startsWith(slug) || slug.startsWith(`${studio.slug}-`)) return 1
  const words = slug.split('-')
  const name = studio.name.toLowerCase()
  return words.every((word) => name.includes(word)) ? 2 : far
}

/** Slips in the first letters, which the look by beginning misses: two swapped, or one too many. */
function swapsOf(slug: string): string[] {
  const [a = '', b = ''] = slug
  return [`${b}${a}${slug.slice(2)}`, slug.slice(1), `${a}${slug.slice(2)}`]
}
