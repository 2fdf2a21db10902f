/**
 * Applies `migrations/` to local databases in one go, in the table wrangler uses, so that `wrangler
 * d1 migrations` agrees about what is applied. Production uses wrangler itself
 * (docs/operations.md).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Applies what is missing, oldest first; answers the names it applied. */
export async function applyMigrations(
  database: D1Database,
  folder: 'directory' | 'studio',
): Promise<string[]> {
  await database
    .prepare(
      'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    )
    .run()
  const { results } = await database
    .prepare('SELECT name FROM d1_migrations')
    .all<{ name: string }>()
  const applied = new Set(results.map((row) => row.name))
  const directory = join(root, 'migrations', folder)
  const missing = readdirSync(directory)
    .filter((name) => name.endsWith('.sql') && !applied.has(name))
    .sort()
  for (const name of missing) {
    const statements = readFileSync(join(directory, name), 'utf8')
      .split('--> statement-breakpoint')
      .map((statement) => statement.trim())
      .filter(Boolean)
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ])
  }
  return missing
}
