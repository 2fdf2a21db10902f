import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type GiftCardSettings, usualGiftCards } from './gift-card-settings.ts'

type Row = { version: number; months: number; online: number }

/** The studio's row, if it has saved one; `giftCardSettingsFrom` fills in what is usual. */
export const giftCardSettingsStatement = ({ db, studio }: StudioContext): Statement<Row[]> =>
  db.all<Row>(sql`
    SELECT version, months, online FROM gift_card_settings WHERE studio_id = ${studio.id}`)

export const giftCardSettingsFrom = ([row]: readonly Row[]): GiftCardSettings =>
  row ? { ...row, online: row.online === 1 } : usualGiftCards

export async function getGiftCardSettings(ctx: StudioContext): Promise<GiftCardSettings> {
  const { rows } = await batch(ctx.db, { rows: giftCardSettingsStatement(ctx) })
  return giftCardSettingsFrom(rows)
}

/**
 * Saves how long gift cards last and whether they are sold online, over what the form showed; sent
 * twice it is saved once. Cards that were sold keep their last day.
 */
export async function saveGiftCardSettings(
  ctx: StaffContext,
  { version, months, online }: GiftCardSettings,
): Promise<{ ok: true } | { ok: false; reason: 'changed_meanwhile' }> {
  const { db, studio } = ctx
  const { after } = await batch(db, {
    save: db.run(sql`
      INSERT INTO gift_card_settings (studio_id, version, months, online)
      SELECT ${studio.id}, ${version + 1}, ${months}, ${online ? 1 : 0}
      WHERE ${version} = coalesce((SELECT version FROM gift_card_settings
        WHERE studio_id = ${studio.id}), 0)
      ON CONFLICT (studio_id) DO UPDATE SET version = excluded.version, months = excluded.months,
        online = excluded.online`),
    audit: auditStatement(
      ctx,
      {
        action: 'gift_cards.changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { months, online },
      },
      rightAfterChange,
    ),
    after: giftCardSettingsStatement(ctx),
  })
  const is = giftCardSettingsFrom(after)
  return is.months === months && is.online === online
    ? { ok: true }
    : { ok: false, reason: 'changed_meanwhile' }
}
