/**
 * Empty databases with every migration applied, kept in `.cache` by the content of `migrations/`: a
 * server that nobody keeps begins with a copy. To apply two hundred migrations to each database took
 * six seconds of a processor a start.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What they are made of: another database, id or Miniflare needs others. */
const inputs = ['migrations/directory', 'migrations/studio', 'wrangler.toml', 'package-lock.json']

function contentHash(): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const names = input.includes('.') ? [''] : readdirSync(join(root, input)).sort()
    for (const name of names.filter((one) => one === '' || one.endsWith('.sql')))
      hash.update(`${input}/${name}\n`).update(readFileSync(join(root, input, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

let known: Promise<string> | undefined

/**
 * The folder with them, for `copyOf`; `make` fills a new one when there is none of this content.
 * Processes that make it at once each make their own, and the first is kept.
 */
export function migratedState(make: (stateDir: string) => Promise<void>): Promise<string> {
  known ??= keptOrMade(make)
  return known
}

async function keptOrMade(make: (stateDir: string) => Promise<void>): Promise<string> {
  const folder = join(root, '.cache/migrated')
  const path = join(folder, contentHash())
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  await make(unfinished)
  // Those of other migrations are never asked for again.
  for (const name of readdirSync(folder))
    if (!name.startsWith(path.slice(folder.length + 1))) remove(join(folder, name))
  try {
    renameSync(unfinished, path)
  } catch {
    // Another process was first.
    remove(unfinished)
  }
  return path
}

const remove = (path: string) => rmSync(path, { recursive: true, force: true })
