/**
 * The built Worker with two studios on one shard that have records of every kind: Northside as the
 * demo plays it and people at work would go on, and its twin.
 */
import { addTwin, rowsOf, type Twin } from './twin-studio.ts'
import { type Breaches, watchShard } from './watch-shard.ts'
import { one, type WorkedStudio, workedStudio } from './worked-studio.ts'

export type WallWorld = WorkedStudio & {
  twin: Twin & { memberId: string }
  /** What is typed into empty fields of these names. */
  fills: Record<string, string>
  /** What broke through since it was last asked, as sentences. */
  breaches: Breaches
  /** All rows of the twin, as text by table. */
  twinRows(): Promise<Record<string, string>>
}

/** Starts it; `script` is the text of another bundle than the one that was built. */
export async function wallWorld(options: { script?: string } = {}): Promise<WallWorld> {
  const studio = await workedStudio(options)
  const { env, own } = studio
  const ticket = await one(
    env.STUDIOS_0,
    `SELECT code FROM tickets WHERE studio_id = '${own.id}' AND checked_in_at IS NULL`,
  )
  const twin = await addTwin({ directory: env.DIRECTORY, shard: env.STUDIOS_0 }, own.id)
  const breaches = await watchShard(env.STUDIOS_0, twin)
  return {
    ...studio,
    twin: { ...twin, memberId: twin.of(own.memberId) ?? '' },
    fills: {
      code: ticket.code as string,
      tag: 'vip',
      discount: '5%',
      discountReason: 'Cold room',
      stoppedAt: '0:01',
    },
    breaches,
    async twinRows() {
      const tables = Object.entries(await rowsOf(env.STUDIOS_0, twin.id))
      return Object.fromEntries(tables.map(([table, rows]) => [table, JSON.stringify(rows)]))
    },
  }
}
