/**
 * Triggers that write down whatever touches the twin's rows, or makes a row of another studio refer
 * to it: so the walk knows at once which request broke through, and in which column.
 */
import { studioTables, type Twin } from './twin-studio.ts'

/** What no walk may do, as a sentence. */
export type Breaches = () => Promise<string[]>

/** Sets the triggers; answers how to read, and forget, what they saw. */
export async function watchShard(database: D1Database, twin: Twin): Promise<Breaches> {
  const run = (query: string, ...bound: string[]) =>
    database
      .prepare(query)
      .bind(...bound)
      .run()
  await run('CREATE TABLE wall_breaches (what TEXT NOT NULL)')
  await run('CREATE TABLE wall_ids (id TEXT PRIMARY KEY) WITHOUT ROWID')
  await run('INSERT INTO wall_ids SELECT value FROM json_each(?)', JSON.stringify(twin.ids))
  for (const [table, columns] of await studioTables(database)) {
    const theirs = (side: string) => `${side}.studio_id = '${twin.id}'`
    const note = (words: string) => `INSERT INTO wall_breaches VALUES (${words});`
    const on = (act: string, when: string, words: string) =>
      run(
        `CREATE TRIGGER "wall_${act.replaceAll(' ', '_')}_${table}" AFTER ${act.split(' ')[0]} ON "${table}" WHEN ${when} BEGIN ${note(words)} END`,
      )
    await on('INSERT theirs', theirs('NEW'), `'${table}: a row was added to the other studio'`)
    await on(
      'UPDATE theirs',
      `${theirs('OLD')} OR ${theirs('NEW')}`,
      `'${table}: a row of the other studio was changed'`,
    )
    await on('DELETE theirs', theirs('OLD'), `'${table}: a row of the other studio was removed'`)
    const foreign = columns.map((column) => `NEW."${column}" IN (SELECT id FROM wall_ids)`)
    const named = columns.map((column, at) => `WHEN ${foreign[at]} THEN '${column}'`)
    for (const act of ['INSERT', 'UPDATE'])
      await on(
        `${act} across`,
        `NOT (${theirs('NEW')}) AND (${foreign.join(' OR ')})`,
        `'${table}.' || CASE ${named.join(' ')} END || ' refers to the other studio'`,
      )
  }
  return async () => {
    const { results } = await database
      .prepare('DELETE FROM wall_breaches RETURNING what')
      .all<{ what: string }>()
    return [...new Set(results.map(({ what }) => what))]
  }
}
