/** `npm run restore -- FOLDER [--remote]`: fills empty databases with a dump. */
import { operatorCommand, withDatabases } from './operate/databases.ts'
import { restore } from './operate/dump.ts'
import { Refused } from './refused.ts'

await operatorCommand(async ([folder], remote) => {
  if (!folder) throw new Refused('Say which dump: npm run restore -- backups/monday')
  const rows = await withDatabases(remote, (databases) => restore(databases, folder))
  console.log(`Restored ${rows} rows from ${folder}.`)
})
