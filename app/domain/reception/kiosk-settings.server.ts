import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { KioskProof } from './kiosk-proof.ts'

/** What the studio has chosen; no row until it has. */
export const kioskProofStatement = ({ db, studio }: StudioContext) =>
  db.all<{ proof: KioskProof }>(
    sql`SELECT proof FROM kiosk_settings WHERE studio_id = ${studio.id}`,
  )

/** Chooses what all kiosks of the studio ask for, from the next entry on. Audited. */
export async function chooseKioskProof(ctx: StaffContext, proof: KioskProof): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    chosen: db.run(sql`
      INSERT INTO kiosk_settings (studio_id, proof) VALUES (${studio.id}, ${proof})
      ON CONFLICT (studio_id) DO UPDATE SET proof = excluded.proof
      WHERE kiosk_settings.proof <> excluded.proof`),
    audit: auditStatement(
      ctx,
      {
        action: 'kiosk.proof_chosen',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { proof },
      },
      rightAfterChange,
    ),
  })
}
