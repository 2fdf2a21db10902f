/** The studio's numbers as its manager left them: figures of what was played, and saved reports. */
import { saveReport } from '#app/domain/insights/reports/saved-reports.server.ts'
import { keepMetrics } from '#app/domain/insights/snapshots/keep-metrics.server.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

/** What is looked at each month, by its address. */
const saved = [
  ['Classes, last month', 'of=classes&period=last_month&by=class&sort=-turned_away', 'month'],
  ['Packs ending', 'of=credits&period=next_30&show=person,pack,day,left', 'week'],
  ['Tax for the accountant', 'of=lines&period=last_month&by=rate,income', 'month'],
] as const

/** Writes the figures of each day that was played, once all of them are over, and saves reports. */
export function playNumbers(player: Player, manager: Actor, { today }: { today: LocalDate }): void {
  player.at(player.now, async ({ desk }) => {
    const chance = new Chance(`numbers ${desk.studio.slug} ${today}`)
    const ctx = { ...desk, actor: manager }
    while ((await keepMetrics(ctx)) > 0);
    for (const [name, query, every] of saved)
      await saveReport(ctx, {
        ...{ key: chance.id(), page: 'report', name, query, shared: true, every, to: '' },
      })
  })
}
