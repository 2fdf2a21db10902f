/** `npm run restore -- FOLDER [--remote]`: fills empty databases with a dump. */
import { parseArgs } from 'node:util'
import { asCommand, withDatabases } from './operate/databases.ts'
import { restore } from './operate/dump.ts'
import { Refused } from './operate/move-studio.ts'

await asCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { remote: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (!folder) throw new Refused('Say which dump: npm run restore -- backups/monday')
  const rows = await withDatabases(values.remote, (databases) => restore(databases, folder))
  console.log(`Restored ${rows} rows from ${folder}.`)
})
