import { areas } from '#app/ui/staff/areas.ts'

/** What the Worker may weigh as it is sent (gzip), in bytes, with the areas of November 2026. */
const atFirst = { limit: 800_000, unbuiltTabs: 30 }

/** The same with every area built. */
const complete = 1_600_000

/**
 * What the Worker may weigh today, in bytes of gzip: from 800 kB with the areas of November 2026 to
 * 1.6 MB with all of them, the same share for each of the tabs that were missing then. An area is
 * given its room when a tab of it is linked, and not before.
 */
export function bundleLimit(): number {
  const unbuilt = areas.flatMap(({ tabs }) => tabs).filter(({ path }) => path === null).length
  const built = Math.max(0, atFirst.unbuiltTabs - unbuilt)
  return atFirst.limit + Math.floor(((complete - atFirst.limit) * built) / atFirst.unbuiltTabs)
}
