/**
 * A folder for what a process keeps only while it runs. The local Worker writes its databases to
 * files even where nobody wants to keep them, and waits for the disk at every write: in memory the
 * demo is played in half the time.
 */
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux has one in memory; elsewhere it is the disk. */
const inMemory = '/dev/shm'

/** Containers often give it 64 MB: a large studio would not fit. */
const enough = 4 * 2 ** 30

const prefix = 'cadence-'

const made: string[] = []

/** A new folder, gone when the process ends; those of processes that were killed go first. */
export function temporaryFolder(): string {
  const parent = hasRoom() ? inMemory : tmpdir()
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid && !runs(Number(pid))) remove(join(parent, name))
  }
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  if (made.push(folder) === 1) process.on('exit', () => made.forEach(remove))
  return folder
}

function hasRoom(): boolean {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= enough
  } catch {
    return false
  }
}

/** Whether a process has this id, be it somebody else's. */
function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })
