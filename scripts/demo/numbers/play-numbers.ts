/** The studio's numbers as its manager left them: figures of what was played, and saved reports. */
import { figureMetric } from '#app/domain/insights/figures/figure.ts'
import { insightsPage } from '#app/domain/insights/figures/insights-page.server.ts'
import { monthsFrom } from '#app/domain/insights/figures/month-figures.ts'
import { saveReport } from '#app/domain/insights/reports/saved-reports.server.ts'
import { keepMetrics } from '#app/domain/insights/snapshots/keep-metrics.server.ts'
import { setTarget } from '#app/domain/insights/targets/targets.server.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

/** What is looked at each month, by its address. */
const saved = [
  ['Classes, last month', 'of=classes&period=last_month&by=class&sort=-turned_away', 'month'],
  ['Packs ending', 'of=credits&period=next_30&show=person,pack,day,left', 'week'],
  ['Tax for the accountant', 'of=lines&period=last_month&by=rate,income', 'month'],
] as const

/** What a month is to come to, as a share of what the last whole month came to, and its round step. */
const aims = [
  { metric: 'recurring.minor', grows: 1.1, step: 50 },
  { metric: 'members.joined', grows: 1.5, step: 5 },
  { metric: 'classes.came', grows: 1.1, step: 10 },
  { metric: 'classes.filled', grows: 1.1, step: 5 },
] as const

/** Sets the targets of this month and the next by how this month stands. */
async function aim(ctx: StaffContext, today: LocalDate): Promise<void> {
  const month = today.slice(0, 7)
  const page = await insightsPage(ctx, {
    month,
    against: monthsFrom(month, -1),
    withoutFree: false,
    problem: '',
  })
  for (const { metric, grows, step } of aims) {
    const both = [page.figures.month[metric], page.figures.against[metric]]
    const reached = Math.max(...both.map((value) => value ?? 0))
    const plain = figureMetric(metric).kind === 'money' ? reached / 100 : reached
    const most = metric === 'classes.filled' ? 95 : Number.POSITIVE_INFINITY
    const value = Math.min(most, Math.max(1, Math.ceil((plain * grows) / step)) * step)
    for (const of of [month, monthsFrom(month, 1)])
      await setTarget(ctx, { month: of, metric, scope: 'studio', value: String(value) })
  }
}

/** Writes the figures of each day that was played, once all of them are over, and saves reports. */
export function playNumbers(player: Player, manager: Actor, { today }: { today: LocalDate }): void {
  player.at(player.now, async ({ desk }) => {
    const chance = new Chance(`numbers ${desk.studio.slug} ${today}`)
    const ctx = { ...desk, actor: manager }
    while ((await keepMetrics(ctx)) > 0);
    await aim(ctx, today)
    for (const [name, query, every] of saved)
      await saveReport(ctx, {
        key: chance.id(),
        page: 'report',
        name,
        query,
        shared: true,
        every,
        to: '',
      })
  })
}
