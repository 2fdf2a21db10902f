/**
 * `npm run move-studio -- northside 1 [--remote]`: moves the studio at `/northside` to the shard
 * `STUDIOS_1`. Begun again after a crash it goes on (docs/operations.md).
 */
import { parseArgs } from 'node:util'
import { asCommand, withDatabases } from './operate/databases.ts'
import { moveStudio, Refused } from './operate/move-studio.ts'

await asCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { remote: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [slug, shard] = positionals
  if (!slug || !/^\d+$/.test(shard ?? ''))
    throw new Refused('Say which studio and which shard: npm run move-studio -- northside 1')
  await withDatabases(values.remote, (databases) =>
    moveStudio(databases, slug, Number(shard), console.log),
  )
})
