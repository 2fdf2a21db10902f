/**
 * `npm run move-studio -- northside 1 [--remote]`: moves the studio at `/northside` to the shard
 * `STUDIOS_1`. Begun again after a crash it goes on (docs/operations.md).
 */
import { operatorCommand, withDatabases } from './operate/databases.ts'
import { moveStudio } from './operate/move-studio.ts'
import { Refused } from './refused.ts'

await operatorCommand(async ([slug, shard], remote) => {
  if (!slug || !/^\d+$/.test(shard ?? ''))
    throw new Refused('Say which studio and which shard: npm run move-studio -- northside 1')
  await withDatabases(remote, (databases) =>
    moveStudio(databases, slug, Number(shard), console.log),
  )
})
