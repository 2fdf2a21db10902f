import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { typedMinor } from '#app/values/money.ts'
import { payLinesOf } from './pay-queries.server.ts'
import { lineTitle, ruleWords } from './pay-words.ts'

const heads = [
  ...['Name', 'Email', 'Date', 'Start', 'Line', 'Rule on the day', 'People', 'Minutes'],
  ...['Amount', 'Currency', 'Locked'],
]

/** Each line of a month as rows of a file, heads first, and a line in the audit that it was taken. */
export async function exportPay(ctx: StaffContext, month: string): Promise<CsvCell[][]> {
  const lines = await payLinesOf(ctx, month)
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'pay.exported',
      subjectKind: 'pay_run',
      subjectId: month,
      detail: { lines: lines.length },
    }),
  })
  const { currency } = ctx.studio
  return [
    heads,
    ...lines.map((line): CsvCell[] => [
      line.personName,
      line.email,
      line.workOn,
      line.localStart?.slice(11, 16) ?? '',
      lineTitle(line),
      ruleWords(line, ctx.studio),
      line.kind === 'work' ? line.people : '',
      line.minutes || '',
      line.amountMinor < 0
        ? `-${typedMinor(-line.amountMinor, currency)}`
        : typedMinor(line.amountMinor, currency),
      currency,
      line.locked ? 'yes' : 'no',
    ]),
  ]
}
