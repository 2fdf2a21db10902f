/**
 * A played world kept in `.cache`, by the content it was played with and the moment it was played
 * for: tests ask for the same moment again and again.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instant } from '#app/values/instant.ts'
import { root } from '../local-server.ts'
import type { World } from './play-world.ts'

const folder = join(root, '.cache/demo-worlds')

/** Whatever can change what is played. */
const inputs = [
  'app/db',
  'app/domain',
  'app/messages',
  'app/paths',
  'app/paths.ts',
  'app/values',
  'migrations',
  'package-lock.json',
  'scripts/demo',
]

/**
 * Answers the kept world of `now`, or that of `play`, which is kept from then on. Anyone who asks
 * while another process plays it waits for that one.
 */
export async function keptWorld(now: Instant, play: () => Promise<World>): Promise<World> {
  const hash = contentHash()
  const file = join(folder, `${hash}-${now.replace(/\W/g, '')}.json`)
  mkdirSync(folder, { recursive: true })
  const lock = `${file}.lock`
  while (!read(file) && !take(lock)) await new Promise((resolve) => setTimeout(resolve, 250))
  const kept = read(file)
  if (kept) return kept
  try {
    const world = await play()
    // Worlds of other content are never asked for again.
    for (const name of readdirSync(folder).filter((other) => !other.startsWith(hash)))
      rmSync(join(folder, name), { force: true })
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, JSON.stringify(world))
    renameSync(unfinished, file)
    return world
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Whether the lock is ours now; one whose process is gone is taken over. */
function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!runs(Number(textOf(lock)))) rmSync(lock, { force: true })
    return false
  }
}

function runs(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const read = (file: string): World | null => {
  const text = textOf(file)
  return text === '' ? null : (JSON.parse(text) as World)
}

function contentHash(): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const names = input.includes('.')
      ? ['']
      : readdirSync(join(root, input), { recursive: true, encoding: 'utf8' }).sort()
    for (const name of names.filter((one) => one === '' || /\.\w+$/.test(one))) {
      hash.update(`${input}/${name}\n`)
      hash.update(readFileSync(join(root, input, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
