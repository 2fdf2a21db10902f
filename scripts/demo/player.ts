/**
 * Plays the past of a demo studio through the use cases of the product, under a moving clock: what
 * the rules refuse has not happened, and every row bears the instant it was played at.
 */
import { type DatabaseEnv, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { Actor, MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { type Instant, instantToMs } from '#app/values/instant.ts'
import { compareTexts } from '#app/values/text-order.ts'
import type { Person } from './build-people.ts'
import type { Chance } from './random.ts'

/** One thing that happened. */
type Moment = { at: Instant; happens: (scene: Scene) => Promise<unknown> }

/** Who can act at an instant. */
export type Scene = {
  ctx: StudioContext
  /** The front desk at work. */
  desk: StaffContext
  /** Someone for themselves; members without an account have the desk do it. */
  as: (person: Person) => MemberContext
}

export class Player {
  private readonly moments: Moment[] = []

  constructor(
    private readonly studio: Studio,
    /** Nothing is played after it. */
    readonly now: Instant,
    private readonly desk: Actor,
    readonly chance: Chance,
  ) {}

  get timeZone(): string {
    return this.studio.timeZone
  }

  /** Adds something that happens, in whatever order; left out when it is still to come. */
  at(at: Instant, happens: Moment['happens']): void {
    if (at <= this.now) this.moments.push({ at, happens })
  }

  /** Plays everything in the order of time; what is of one instant in the order it was added. */
  async play(database: D1Database): Promise<void> {
    const shards = { [`STUDIOS_${this.studio.shard}`]: database } as DatabaseEnv
    const db = studioDb(shards, this.studio, new Meter())
    const inOrder = this.moments.toSorted((a, b) => compareTexts(a.at, b.at))
    for (const { at, happens } of inOrder) await happens(this.scene(db, at))
  }

  private scene(db: StudioContext['db'], now: Instant): Scene {
    const ctx = { db, studio: this.studio, now, nowMs: instantToMs(now), origin: '', secret: '' }
    return {
      ctx,
      desk: { ...ctx, actor: this.desk },
      as: ({ id, userId, name }) => ({
        ...ctx,
        person: { id },
        actor: userId === null ? this.desk : { userId, name, role: 'member' },
      }),
    }
  }
}
