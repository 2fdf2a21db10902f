import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local-server.ts'

/** What the Worker may weigh as it is sent (gzip), in bytes, with the contexts of November 2026. */
const atFirst = { limit: 800_000, contexts: 26 }

/**
 * The same with every area built: today's contexts and the nine to come (docs/architecture.md, "The
 * line of contexts").
 */
const complete = { limit: 1_600_000, contexts: 46 }

/**
 * What the Worker may weigh today, in bytes of gzip: from 800 kB with the contexts of November 2026
 * to 1.6 MB with every area built, the same share for each context that has come since.
 */
export function bundleLimit(): number {
  const contexts = readdirSync(join(root, 'app/domain')).length
  const share = (complete.limit - atFirst.limit) / (complete.contexts - atFirst.contexts)
  const come = Math.max(0, contexts - atFirst.contexts)
  return Math.min(complete.limit, atFirst.limit + Math.floor(share * come))
}
