import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { localDate } from '#app/values/zone.ts'
import { moneyKindWords } from '../money-kinds.ts'
import { cellOfFile } from '../reports/report-words.ts'
import { figureMetrics } from './figure.ts'
import { insightsPage } from './insights-page.server.ts'
import { readInsightsQuery } from './insights-query.ts'

/**
 * The insights of a month and the one it is compared with as rows of a file: each figure with what it
 * counts, then money and classes by what they are made of. That it was taken is audited.
 */
export async function exportInsights(
  ctx: StaffContext,
  params: URLSearchParams,
): Promise<{ name: string; rows: CsvCell[][] }> {
  const { currency } = ctx.studio
  const query = readInsightsQuery(params, localDate(ctx.now, ctx.studio.timeZone))
  const page = await insightsPage(ctx, query)
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'insights.exported',
      subjectKind: 'studio',
      subjectId: ctx.studio.id,
      detail: { month: page.month, against: page.against },
    }),
  })
  const { month, against } = page
  const amount = (minor: number) => cellOfFile(minor, { kind: 'money' }, ctx.studio)
  return {
    name: `insights-${month}`,
    rows: [
      ['Part', 'What', 'Name', 'Measure', 'Currency', month, against, 'Counts'],
      ...figureMetrics.map((metric): CsvCell[] => {
        const value = (figures: typeof page.figures.month) =>
          cellOfFile(figures[metric.id], { kind: metric.kind }, ctx.studio)
        const unit = metric.kind === 'share' || metric.kind === 'rate' ? 'percent' : metric.kind
        return [
          ...['Figure', metric.name, '', unit, metric.kind === 'money' ? currency : ''],
          ...[value(page.figures.month), value(page.figures.against), metric.definition],
        ]
      }),
      ...paired(page.money, page, ({ kind, name }) => `${kind}\n${name}`).flatMap(
        ({ key, now, before }): CsvCell[][] => {
          const [kind = '', name = ''] = key.split('\n')
          const words = (moneyKindWords as Record<string, string>)[kind] ?? kind
          return (['taken', 'refunded', 'invoiced', 'earned', 'breakage'] as const).map((of) => [
            ...['Money', words, name, of, currency],
            ...[amount(sum(now, of)), amount(sum(before, of)), ''],
          ])
        },
      ),
      ...paired(page.classes, page, ({ classType, coach }) => `${classType}\n${coach}`).flatMap(
        ({ key, now, before }): CsvCell[][] => {
          const [type = '', coach = ''] = key.split('\n')
          const counts = ['classes', 'places', 'booked', 'came', 'noShows', 'turnedAway'] as const
          return [
            ...counts.map((of): CsvCell[] => [
              ...['Classes', type, coach, of, ''],
              ...[sum(now, of), sum(before, of), ''],
            ]),
            ...(['earned', 'paid'] as const).map((of): CsvCell[] => [
              ...['Classes', type, coach, of, currency],
              ...[amount(sum(now, of)), amount(sum(before, of)), ''],
            ]),
          ]
        },
      ),
    ],
  }
}

const sum = <Key extends string>(rows: readonly { [K in Key]: number }[], of: Key): number =>
  rows.reduce((all, row) => all + row[of], 0)

/** Rows of the two months under the same key. */
function paired<T extends { month: string }>(
  rows: readonly T[],
  { month, against }: { month: string; against: string },
  keyOf: (row: T) => string,
) {
  const keys = [...new Set(rows.map(keyOf))].sort()
  return keys.map((key) => {
    const of = (one: string) => rows.filter((row) => row.month === one && keyOf(row) === key)
    return { key, now: of(month), before: of(against) }
  })
}
