import { batch } from '#app/db/batch.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { staffToMailStatement } from './saved-reports.server.ts'

/** People a report can be mailed to, to choose from. One trip. */
export async function reportRecipients(
  ctx: StaffContext,
): Promise<{ value: string; label: string }[]> {
  const { staff } = await batch(ctx.db, { staff: staffToMailStatement(ctx) })
  return staff.map(({ id, name }) => ({ value: id, label: name }))
}
