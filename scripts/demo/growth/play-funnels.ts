/** Offers with a page of their own: one that is live with people who started, and a draft. */
import { sql } from 'drizzle-orm'
import { followStarts } from '#app/domain/funnels/follow-starts.server.ts'
import { funnelForm } from '#app/domain/funnels/funnel-forms.ts'
import { funnelTemplates } from '#app/domain/funnels/funnel-words.ts'
import { offerPage } from '#app/domain/funnels/offer-page.server.ts'
import { remindStarts } from '#app/domain/funnels/remind-starts.server.ts'
import { saveFunnel, setFunnelState } from '#app/domain/funnels/save-funnel.server.ts'
import { startFunnel } from '#app/domain/funnels/start-funnel.server.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'
import type { Person } from '../build-people.ts'
import type { Player, Scene } from '../player.ts'
import { Chance } from '../random.ts'

/** What the live one sells, and somebody who buys it twenty days ago (`play-sales.ts`). */
const sells = 'Flexible five'
const buyer = 'Rhea Sandoval'

/** Days ago that its page was opened, and how often. */
const opened: readonly [daysAgo: number, times: number][] = [
  [22, 3],
  [20, 4],
  [12, 3],
  [9, 5],
  [5, 4],
  [2, 3],
]

export function playFunnels(
  player: Player,
  { today, crowd }: { today: LocalDate; crowd: readonly Person[] },
): void {
  const chance = new Chance(`funnels ${today}`)
  const [live, draft] = [chance.id(), chance.id()]
  const on = (daysAgo: number, time: string, happens: (scene: Scene) => Promise<unknown>) =>
    player.at(instantOf(`${addDays(today, -daysAgo)}T${time}`, player.timeZone), happens)
  const [intro, , kids] = funnelTemplates
  const save = async ({ desk, ctx }: Scene, key: string, of: typeof intro, coupon: string) => {
    const [pack] = await ctx.db.all<{ id: string }>(sql`
      SELECT id FROM packages WHERE studio_id = ${ctx.studio.id} AND name = ${sells}`)
    if (!pack || !of) return
    const { name, slug, headline, text } = of
    const tries = of === intro ? { headlineB: 'Your first two weeks, any class' } : {}
    const asked = { key, name, slug, headline, text, coupon, ...tries, offer: `pack:${pack.id}` }
    await saveFunnel(desk, null, funnelForm.parse({ ...asked, reminds: 'on' }))
  }
  const slug = intro?.slug ?? ''
  on(25, '11:00', async (scene) => {
    await save(scene, live, intro, 'WELCOME10')
    await setFunnelState(scene.desk, live, 'live')
  })
  on(6, '11:00', (scene) => save(scene, draft, kids, ''))
  for (const [daysAgo, times] of opened)
    on(daysAgo, '12:00', async ({ ctx }) => {
      for (let i = 0; i < times; i += 1)
        await offerPage(ctx, null, { slug, counts: true, who: `visitor-${i}` })
    })
  const keys = [20, 12, 9, 5, 2].map((daysAgo) => ({ daysAgo, key: chance.id() }))
  for (const [i, { daysAgo, key }] of keys.entries())
    on(daysAgo, '09:55', async ({ ctx }) => {
      const [rhea] = await ctx.db.all<{ id: string }>(sql`
        SELECT id FROM people WHERE studio_id = ${ctx.studio.id} AND name = ${buyer}`)
      const personId = i === 0 ? rhea?.id : crowd.at(3 * i)?.id
      const opened = { half: i % 2 ? 'a' : 'b', utm: i % 2 ? 'instagram / spring' : '' } as const
      if (personId) await startFunnel(ctx, slug, { ...opened, key, starter: { personId } })
    })
  for (const daysAgo of [19, 1])
    on(daysAgo, '15:00', async ({ ctx }) => {
      await followStarts(ctx)
      await remindStarts(ctx)
    })
}
