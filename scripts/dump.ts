/** `npm run dump -- FOLDER [--remote]`: every row of every database, as files in a new folder. */
import { operatorCommand, withDatabases } from './operate/databases.ts'
import { dump } from './operate/dump.ts'
import { Refused } from './refused.ts'

await operatorCommand(async ([folder], remote) => {
  if (!folder) throw new Refused('Say where to: npm run dump -- backups/monday')
  const rows = await withDatabases(remote, (databases) =>
    dump(databases, folder, new Date().toISOString()),
  )
  console.log(`Dumped ${rows} rows into ${folder}. The files of the bucket are not in it.`)
})
