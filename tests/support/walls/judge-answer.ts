/** What an answer of the walk says: whether it refuses, why, and whether anything came through. */
import { twinMark } from './twin-studio.ts'
import type { WallWorld } from './wall-world.ts'
import type { Answer } from './worked-studio.ts'

export type Walked = {
  /** Where the wall has a hole. */
  holes: string[]
  /** What was refused for another reason than the id, so that it proves nothing. */
  unproven: string[]
  /** Every address that was posted to, as a pattern. */
  posted: Set<string>
  tries: number
}

export const nothing = (): Walked => ({ holes: [], unproven: [], posted: new Set(), tries: 0 })

/** What tells of the machine instead of the studio. */
export const leaks = /\bat [\w.<>]+ \([^)]*:\d+|SQLITE_|D1_ERROR|node_modules|\.tsx?:\d+/

/** Looks through one answer: nothing of the twin in it that was not sent, and nothing done. */
export async function judged(
  world: WallWorld,
  walked: Walked,
  what: string,
  { status, html, location }: Answer,
  sent: string,
): Promise<void> {
  if (status >= 500 || leaks.test(html)) walked.holes.push(`${what}: ${status}`)
  if (html.includes(twinMark)) walked.holes.push(`${what}: shows words of the other studio`)
  const known = new Set(world.twin.foundIn(sent))
  const shown = world.twin.foundIn(`${html} ${location}`).filter((id) => !known.has(id))
  if (shown.length > 0) walked.holes.push(`${what}: shows ids of the other studio: ${shown[0]}`)
  for (const breach of await world.breaches()) walked.holes.push(`${what}: ${breach}`)
}

/** Whether the id of a field in a page is that of the field of this name. */
export const sameField = (id: string, name: string) =>
  id.replace(/\W/g, '').endsWith(name.replace(/\W/g, ''))

/** What a refused form says is wrong: the fields it leads to, and the code of a refusal. */
export function problemOf(html: string): { fields: string[]; code: string; text: string } {
  const page = html.replace(/<script\b[\s\S]*?<\/script>/g, '')
  const summary = /<div class="errors"[\s\S]*?<\/ul>/.exec(page)?.[0] ?? ''
  const fields = [...summary.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id as string)
  const code = /data-refusal="([^"]+)"/.exec(page)?.[1] ?? ''
  return { fields, code, text: `${code} ${summary.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')}` }
}
