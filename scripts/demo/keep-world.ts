/**
 * A played world kept in `.cache`, by the content it was played with and the moment it was played
 * for: tests ask for the same moment again and again.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
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
  'wrangler.toml',
]

/** Answers the kept world of `now`, or that of `play`, which is kept from then on. */
export async function keptWorld(now: Instant, play: () => Promise<World>): Promise<World> {
  const file = await kept('world.json', now, async (unfinished) =>
    writeFileSync(unfinished, JSON.stringify(await play())),
  )
  return JSON.parse(readFileSync(file, 'utf8')) as World
}

/**
 * The path of what `make` has put there, a file or a folder, for this content and moment. Anyone
 * who asks while another process makes it waits for that one.
 */
export async function kept(
  name: string,
  now: Instant,
  make: (unfinished: string) => Promise<void>,
): Promise<string> {
  const hash = contentHash()
  const path = join(folder, `${hash}-${now.replace(/\W/g, '')}-${name}`)
  mkdirSync(folder, { recursive: true })
  const lock = `${path}.lock`
  while (!existsSync(path)) {
    if (!take(lock)) await new Promise((resolve) => setTimeout(resolve, 250))
    else
      try {
        if (!existsSync(path)) await makeWhole(path, hash, make)
      } finally {
        rmSync(lock, { force: true })
      }
  }
  return path
}

async function makeWhole(path: string, hash: string, make: (unfinished: string) => Promise<void>) {
  const unfinished = `${path}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  await make(unfinished)
  // Worlds of other content are never asked for again, nor the last one of a kind, which is a name up
  // to its first dot.
  const [kind = ''] = basename(path).split('.')
  for (const name of readdirSync(folder))
    if (!name.startsWith(hash) || (name.startsWith(`${kind}.`) && !name.startsWith(basename(path))))
      rmSync(join(folder, name), { recursive: true, force: true })
  renameSync(unfinished, path)
}

/** Whether the lock is ours now; one whose process is gone is taken over. */
function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    // An empty one is only being written.
    const held = textOf(lock)
    if (held !== '' && !runs(Number(held))) rmSync(lock, { force: true })
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
