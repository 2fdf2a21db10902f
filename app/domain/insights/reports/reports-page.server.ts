import { batch } from '#app/db/batch.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type SavedReport, savedReportsStatement } from './saved-reports.server.ts'

/** What the page of reports lists beside the library. One trip. */
export async function reportsPage(ctx: StaffContext): Promise<{ saved: SavedReport[] }> {
  return batch(ctx.db, { saved: savedReportsStatement(ctx) })
}
