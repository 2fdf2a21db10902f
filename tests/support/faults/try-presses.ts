/**
 * Presses on a server whose databases fail at one call: pressed again afterwards there is one
 * effect, the same as of one press that met no fault.
 */

import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { directoryDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { setFrozenClock } from '#app/domain/studios/business-clock.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { demoNow } from '../demo-moment.ts'
import { type WorkedStudio, workedStudio } from '../walls/worked-studio.ts'
import type { Press } from './collect-presses.ts'
import {
  type Call,
  type Fault,
  faultyBindings,
  noFault,
  sendFaulty,
  writes,
} from './faulty-server.ts'
import { effectOf } from './same-effect.ts'
import { type TouchedRows, watchRows } from './touched-rows.ts'
import { anew } from './untried.ts'

export type FaultyWorld = WorkedStudio & { rows: TouchedRows; directory: DirectoryDb }

/** Starts the worked studio with bindings that fail where a request says. */
export async function faultyWorld(): Promise<FaultyWorld> {
  const studio = await workedStudio({ before: faultyBindings })
  const rows = await watchRows(studio.env)
  return { ...studio, rows, directory: directoryDb(studio.env, new Meter()) }
}

export type Tried = {
  /** What went wrong, as sentences. */
  wrong: string[]
  trials: number
  /** Every statement of the presses, of calls that failed. */
  statements: Set<string>
  /** Presses that did nothing, or were refused without a fault. */
  idle: string[]
}

/** What must not stand in an answer. */
const leaks = /\bat [\w.<>]+ \(|SQLITE_|D1_ERROR|node_modules|\.tsx?:\d+/

/** An answer says what happened, also where something broke. */
const sentence = /[A-Z][\w\s’,;:-]+[.!?]|"(msg|message)":/

/** What the jobs of the next minute do about what a press has left. */
const jobs = [
  'expand-series',
  'promote-waitlists',
  'continue-closures',
  'continue-bulk-changes',
  'continue-freezes',
  'tell-people',
  'finish-provisioning',
  'route-submissions',
  // A settled line gets its invoice and its payment there, where the press did not come so far.
  'open-invoices',
]

async function press(world: FaultyWorld, one: Press, fault: Fault = noFault) {
  const cookie: Record<string, string> = one.as
    ? { Cookie: world.sessions[one.as].cookie, Origin: world.origin }
    : {}
  return sendFaulty(
    world.origin + one.to,
    {
      method: one.method ?? 'POST',
      headers: { ...cookie, ...one.headers },
      ...(one.body === null ? {} : { body: bodyOf(one.body) }),
    },
    fault,
  )
}

function bodyOf(body: NonNullable<Press['body']>): FormData | string | Uint8Array<ArrayBuffer> {
  if (!Array.isArray(body)) return body as string | Uint8Array<ArrayBuffer>
  const form = new FormData()
  for (const [name, value] of body) form.append(name, value)
  return form
}

/** The world as it was taken, at the moment of the press. */
async function begin(world: FaultyWorld, { at }: Press): Promise<void> {
  await world.rows.restore()
  if (at) await setFrozenClock(world.directory, at)
}

const effect = async ({ rows }: FaultyWorld) => effectOf(await rows.changes(), rows.knows)

async function finish(world: FaultyWorld, one: Press): Promise<void> {
  // A job does so much in a run: it comes again until there is nothing left.
  for (let run = 0, before = ''; one.always && run < 12; run += 1) {
    const now = (await effect(world)).join()
    if (now === before) break
    before = now
    await press(world, one)
  }
  // What was sent and not worked on waits for a minute before a job takes it.
  await setFrozenClock(world.directory, addMinutes(one.at ?? demoNow, 2))
  for (const job of jobs) await sendFaulty(`${world.origin}/dev/jobs/${job}`, { method: 'POST' })
}

/** A press without a fault, what it asked for, what it did, and what it did once jobs have run. */
async function undisturbed(world: FaultyWorld, one: Press) {
  await begin(world, one)
  const answer = await press(world, one)
  const done = await effect(world)
  let finished: string[] | undefined
  return {
    answer,
    effect: done,
    finished: async () => {
      if (!finished) {
        await begin(world, one)
        await press(world, one)
        await finish(world, one)
        finished = await effect(world)
      }
      return finished
    },
  }
}

/** Which calls of a press fail, and how. */
export type Choice = (calls: readonly Call[]) => Fault[]

/** The first write before it happens, and the last one without its answer. */
export const twoWrites: Choice = (calls) => {
  const own = calls.filter(({ of }) => of === 'd1')
  return [
    { at: own.findIndex(writes) + 1, how: 'before' as const, of: 'd1' as const },
    { at: own.findLastIndex(writes) + 1, how: 'after' as const, of: 'd1' as const },
  ].filter(({ at }) => at > 0)
}

/** Each call of the bucket, which throws, is too busy, or loses its answer. */
export const everyFile: Choice = (calls) =>
  calls
    .filter(({ of }) => of === 'r2')
    .flatMap((_, at) =>
      (['before', 'after', 'busy'] as const).map((how) => ({ at: at + 1, how, of: 'r2' as const })),
    )

/** Each call from the first that writes on, in each way. */
export const everyWrite: Choice = (calls) => {
  const first = calls.filter(({ of }) => of === 'd1').findIndex(writes)
  const from = first < 0 ? Number.POSITIVE_INFINITY : first
  return calls
    .filter(({ of }) => of === 'd1')
    .flatMap((_, at) =>
      at < from
        ? []
        : (['before', 'after', 'dies'] as const).map((how) => ({
            at: at + 1,
            how,
            of: 'd1' as const,
          })),
    )
}

/** Tries a press with each fault that `choice` makes of its calls. */
export async function tryPress(
  world: FaultyWorld,
  one: Press,
  choice: Choice,
  tried: Tried,
): Promise<void> {
  if (isAnew(one, world)) return
  const whole = await undisturbed(world, one)
  if (whole.answer.status >= 400 || whole.effect.length === 0) {
    tried.idle.push(`${whole.answer.status} ${one.name}`)
    return
  }
  const counted = (fault: Fault) => whole.answer.calls.filter(({ of }) => of === fault.of)
  for (const fault of choice(whole.answer.calls)) {
    const what = `${one.name}: call ${fault.at} of ${counted(fault).length} ${fault.how}`
    const failed = counted(fault)[fault.at - 1]
    if (failed?.of === 'd1') for (const sql of failed.sql) tried.statements.add(sql)
    tried.trials += 1
    await begin(world, one)
    const told = await press(world, one, fault)
    if (leaks.test(told.body) || (told.status >= 500 && !sentence.test(told.body)))
      tried.wrong.push(`${what}: ${told.status} ${told.body.slice(0, 200)}`)
    // An answer is a promise: what follows from it is found by the jobs, without another press.
    if (told.status < 400 && !one.always) {
      const done = await effect(world)
      if (same(done, whole.effect)) continue
      await finish(world, one)
      const kept = await effect(world)
      if (!same(kept, await whole.finished()))
        tried.wrong.push(
          `${what}: ${told.status} was a promise\n${difference(kept, await whole.finished())}`,
        )
      continue
    }
    const again = await press(world, one)
    if (same(await effect(world), whole.effect)) continue
    // It was counted before it was done: mails go to an address once a minute.
    if (again.status === 422 || again.status === 429) {
      await world.directory.run(sql`DELETE FROM limit_counters`)
      await press(world, one)
      if (same(await effect(world), whole.effect)) continue
    }
    await finish(world, one)
    const kept = await effect(world)
    const expected = await whole.finished()
    if (!same(kept, expected))
      tried.wrong.push(
        `${what}: ${told.status}, again ${again.status}\n${difference(kept, expected)}`,
      )
  }
}

const isAnew = ({ name }: Press, { own }: FaultyWorld) =>
  [...anew.keys()].some((begins) => name.startsWith(begins.replace(':studio', own.slug)))

const same = (one: string[], other: string[]) => one.join('\n') === other.join('\n')

function difference(found: string[], expected: string[]): string {
  const [more, less] = [found.slice(), expected.slice()]
  for (const line of expected) {
    const at = more.indexOf(line)
    if (at < 0) continue
    more.splice(at, 1)
    less.splice(less.indexOf(line), 1)
  }
  return [...more.map((line) => `  + ${line}`), ...less.map((line) => `  - ${line}`)]
    .map((line) => line.replace(/\s+/g, ' '))
    .map((line) => (line.length > 500 ? `${line.slice(0, 250)} … ${line.slice(-250)}` : line))
    .slice(0, 12)
    .join('\n')
}

/** At most so many of a choice, evenly spread, its last among them. */
export const atMost =
  (most: number, choice: Choice): Choice =>
  (calls) => {
    const all = choice(calls)
    const step = Math.max(1, all.length / most)
    return all.filter((_, at) => Math.floor((at + 1) / step) > Math.floor(at / step))
  }

export const nothingTried = (): Tried => ({ wrong: [], trials: 0, statements: new Set(), idle: [] })
