import { sql } from 'drizzle-orm'
import { archiveRow } from '#app/domain/audit/archive-row.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

/** What a type of each kind is called in the audit. */
const subjects = { class: 'class_type', appointment: 'appointment_type' } as const

/**
 * Takes a type of classes or appointments out of what is offered, or brings it back; what stands, or
 * is booked, goes on. Twice is once. False where the studio has no such type of this kind.
 */
export const archiveType = (
  ctx: StaffContext,
  kind: keyof typeof subjects,
  id: string,
  archived: boolean,
): Promise<boolean> =>
  archiveRow(ctx, {
    update: sql`UPDATE class_types`,
    table: sql`class_types`,
    own: sql`studio_id = ${ctx.studio.id} AND id = ${id} AND kind = ${kind}`,
    archived,
    line: { what: subjects[kind], subjectKind: subjects[kind], subjectId: id },
  })
