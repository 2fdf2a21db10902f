import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { typedMinor } from '#app/values/money.ts'
import { movementWords } from './movement.ts'
import { salesPage } from './sales-page.server.ts'

const head = ['What', 'Day', 'Person', 'Plans', 'Members', 'Currency', 'Amount']

/**
 * What the overview of a month shows, as rows of a file: recurring revenue from its opening to its
 * closing with a row for each change, then what was taken and refunded on each day. That it was
 * taken is audited.
 */
export async function exportMonth(
  ctx: StaffContext,
  month: string,
): Promise<{ name: string; rows: CsvCell[][] }> {
  const { first, movement, days } = await salesPage(ctx, month)
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'sales.exported',
      subjectKind: 'studio',
      subjectId: ctx.studio.id,
      detail: { month: first.slice(0, 7) },
    }),
  })
  const { currency } = ctx.studio
  const amount = (minor: number): CsvCell[] => [currency, typedMinor(minor, currency)]
  const total = (
    what: string,
    { day, members, minor }: { day: string; members: number; minor: number },
  ) => [...[`Recurring revenue, ${what}`, day, '', '', members, ...amount(minor)]]
  const moved = (movement?.kinds ?? []).flatMap(({ kind, rows }) =>
    rows.map((row) => [
      ...[`Recurring revenue, ${movementWords[kind]}`, row.day, row.personName],
      ...[row.plans.replaceAll(',', ', '), '', ...amount(row.amountMinor)],
    ]),
  )
  const taken = days.flatMap(({ day, inMinor, outMinor }) => [
    ...(inMinor > 0 ? [['Taken', day, '', '', '', ...amount(inMinor)]] : []),
    ...(outMinor > 0 ? [['Refunded', day, '', '', '', ...amount(-outMinor)]] : []),
  ])
  return {
    name: `sales-${first.slice(0, 7)}`,
    rows: [
      head,
      ...(movement ? [total('opening', movement.opening)] : []),
      ...moved,
      ...(movement ? [total('closing', movement.closing)] : []),
      ...taken,
    ],
  }
}
