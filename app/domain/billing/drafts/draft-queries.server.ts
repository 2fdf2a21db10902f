import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Discount } from '#app/values/billing/discount.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { DraftLine, DraftTerms } from './draft-totals.ts'

export type DraftRow = {
  id: string
  personId: string
  personName: string
  personEmail: string
  version: number
  lines: string
  netPrices: number
  discount: string | null
  discountReason: string
  dueOn: LocalDate | null
  createdAt: Instant
  createdBy: string
}

/** Drafts that the list shows; a studio makes a few at a time. */
const draftsShown = 50

const columns = sql`draft.id, draft.person_id AS personId, person.name AS personName,
  person.email AS personEmail, draft.version, draft.lines, draft.net_prices AS netPrices,
  draft.discount, draft.discount_reason AS discountReason, draft.due_on AS dueOn,
  draft.created_at AS createdAt, draft.created_by AS createdBy`

export const draftStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  draftId: string,
): Statement<DraftRow[]> =>
  db.all<DraftRow>(sql`
    SELECT ${columns} FROM invoice_drafts AS draft JOIN people AS person ON person.id = draft.person_id
    WHERE draft.studio_id = ${studio.id} AND draft.id = ${draftId}`)

/** The newest first. */
export const draftsStatement = ({ db, studio }: StudioContext): Statement<DraftRow[]> =>
  db.all<DraftRow>(sql`
    SELECT ${columns} FROM invoice_drafts AS draft JOIN people AS person ON person.id = draft.person_id
    WHERE draft.studio_id = ${studio.id} ORDER BY draft.created_at DESC LIMIT ${draftsShown}`)

/** A row as its sums are worked out from it. */
export const draftTerms = (row: DraftRow): DraftTerms => ({
  lines: JSON.parse(row.lines) as DraftLine[],
  netPrices: row.netPrices === 1,
  discount: row.discount === null ? null : (JSON.parse(row.discount) as Discount),
  discountReason: row.discountReason,
})
