/** `npm run dump -- FOLDER [--remote]`: every row of every database, as files in a new folder. */
import { parseArgs } from 'node:util'
import { asCommand, withDatabases } from './operate/databases.ts'
import { dump } from './operate/dump.ts'
import { Refused } from './operate/move-studio.ts'

await asCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { remote: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (!folder) throw new Refused('Say where to: npm run dump -- backups/monday')
  const rows = await withDatabases(values.remote, (databases) =>
    dump(databases, folder, new Date().toISOString()),
  )
  console.log(`Dumped ${rows} rows into ${folder}. The files of the bucket are not in it.`)
})
