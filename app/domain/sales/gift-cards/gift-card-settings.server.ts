import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type GiftCardSettings, usualGiftCards } from './gift-card-settings.ts'

/** The studio's row, if it has saved one; `giftCardSettingsFrom` fills in what is usual. */
export const giftCardSettingsStatement = ({
  db,
  studio,
}: StudioContext): Statement<GiftCardSettings[]> =>
  db.all<GiftCardSettings>(sql`
    SELECT version, months FROM gift_card_settings WHERE studio_id = ${studio.id}`)

export const giftCardSettingsFrom = ([row]: readonly GiftCardSettings[]): GiftCardSettings =>
  row ?? usualGiftCards

export async function getGiftCardSettings(ctx: StudioContext): Promise<GiftCardSettings> {
  const { rows } = await batch(ctx.db, { rows: giftCardSettingsStatement(ctx) })
  return giftCardSettingsFrom(rows)
}

/**
 * Saves how long gift cards last, over what the form showed; sent twice it is saved once. Cards that
 * were sold keep their last day.
 */
export async function saveGiftCardSettings(
  ctx: StaffContext,
  { version, months }: GiftCardSettings,
): Promise<{ ok: true } | { ok: false; reason: 'changed_meanwhile' }> {
  const { db, studio } = ctx
  const { after } = await batch(db, {
    save: db.run(sql`
      INSERT INTO gift_card_settings (studio_id, version, months)
      SELECT ${studio.id}, ${version + 1}, ${months}
      WHERE ${version} = coalesce((SELECT version FROM gift_card_settings
        WHERE studio_id = ${studio.id}), 0)
      ON CONFLICT (studio_id) DO UPDATE SET version = excluded.version, months = excluded.months`),
    audit: auditStatement(
      ctx,
      {
        action: 'gift_cards.changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { months },
      },
      rightAfterChange,
    ),
    after: giftCardSettingsStatement(ctx),
  })
  const is = giftCardSettingsFrom(after)
  return is.months === months ? { ok: true } : { ok: false, reason: 'changed_meanwhile' }
}
