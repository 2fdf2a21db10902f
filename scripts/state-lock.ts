/**
 * One process at a time works on the local databases: SQLite files that two workerd share would be
 * torn.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './local-server.ts'

/** Where local D1 and the caches are kept: STATE_DIR, else `.wrangler/state`. */
export function stateDir(): string {
  return process.env.STATE_DIR || join(root, '.wrangler/state')
}

/** The id of the process that works there now; null when nobody does, or who did is gone. */
function holderOf(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch (error) {
    // Another user's process is there all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? -1 : null
  }
}

/** Takes the directory for this process, until it exits; false when another one has it. */
export function lockState(directory: string): boolean {
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'server.pid')
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch {
    if (holderOf(file) !== null) return false
    writeFileSync(file, String(process.pid))
  }
  // Miniflare ends the process on a signal, so nothing after an await can be counted on.
  process.once('exit', () => rmSync(file, { force: true }))
  return true
}
