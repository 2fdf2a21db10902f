import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Instant } from '#app/values/instant.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { AccountFacts } from '../provider.ts'

export type MerchantAccount = AccountFacts & {
  accountRef: string
  /** What the provider holds and has not sent. */
  balanceMinor: number
  connectedAt: Instant
  checkedAt: Instant
}

type Row = Omit<MerchantAccount, 'missing' | 'testMode'> & { missing: string; testMode: number }

/** The studio's account with the provider, for a page's batch. */
export const merchantAccountStatement = ({ db, studio }: StudioContext) =>
  db.all<Row>(sql`
    SELECT account_ref AS accountRef, state, missing, test_mode AS testMode,
      connected_at AS connectedAt, checked_at AS checkedAt, statement_text AS statementText,
      payout_every AS payoutEvery, balance_minor AS balanceMinor
    FROM merchant_accounts WHERE studio_id = ${studio.id}`)

export const toMerchantAccount = ([row]: readonly Row[]): MerchantAccount | null =>
  row
    ? { ...row, missing: JSON.parse(row.missing) as string[], testMode: row.testMode === 1 }
    : null

/** Whether the studio takes payments online, for a page's batch: a row where it does. */
export const takesOnlineStatement = ({ db, studio }: StudioContext) =>
  db.all(sql`SELECT 1 FROM merchant_accounts
    WHERE studio_id = ${studio.id} AND state = 'active'`)

export type ConnectResult = { ok: true; url: string } | { ok: false; reason: 'provider_away' }

/**
 * Opens the studio's own account with the provider, once, and answers the page there where the
 * studio tells who it is; for one that has an account, the page where it goes on. The directory
 * learns of the account first, so that no webhook of it goes astray.
 */
export async function connectAccount(
  ctx: StaffContext & PaymentContext,
  directory: DirectoryDb,
  urls: { doneUrl: string; againUrl: string },
): Promise<ConnectResult> {
  const { db, studio, now, provider } = ctx
  let account = toMerchantAccount(await merchantAccountStatement(ctx))
  if (!account) {
    const opened = await provider.openAccount({
      key: studio.id,
      name: studio.legalName || studio.name,
      email: studio.contactEmail,
      country: countryOf(studio.locale),
    })
    if (!opened.ok) return opened
    const { accountRef } = opened
    const read = await provider.readAccount(accountRef)
    if (!read.ok) return read
    await directory.run(sql`
      INSERT INTO merchant_studios (account_ref, studio_id) VALUES (${accountRef}, ${studio.id})
      ON CONFLICT (account_ref) DO NOTHING`)
    const { state, missing, testMode } = read.facts
    await batch(db, {
      account: db.run(sql`
        INSERT INTO merchant_accounts (studio_id, account_ref, state, missing, test_mode,
          connected_at, checked_at)
        VALUES (${studio.id}, ${accountRef}, ${state}, ${JSON.stringify(missing)},
          ${testMode ? 1 : 0}, ${now}, ${now})
        ON CONFLICT (studio_id) DO NOTHING`),
      audit: auditStatement(ctx, {
        action: 'banking.connected',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { accountRef },
      }),
    })
    account = toMerchantAccount(await merchantAccountStatement(ctx))
  }
  return provider.accountPage(account!.accountRef, urls)
}

/** Asks the provider how the account stands, and keeps it. */
export async function checkAccount(ctx: PaymentContext): Promise<void> {
  const { db, studio, now, provider } = ctx
  const account = toMerchantAccount(await merchantAccountStatement(ctx))
  if (!account) return
  const read = await provider.readAccount(account.accountRef)
  if (!read.ok) return
  const { state, missing, testMode, statementText, payoutEvery } = read.facts
  await db.run(sql`
    UPDATE merchant_accounts SET state = ${state}, missing = ${JSON.stringify(missing)},
      test_mode = ${testMode ? 1 : 0}, checked_at = ${now},
      statement_text = ${statementText}, payout_every = ${payoutEvery}
    WHERE studio_id = ${studio.id} AND account_ref = ${account.accountRef}`)
}

/** That payouts were asked for, and what the provider holds now; for the batch that keeps them. */
export const payoutsAskedStatement = (
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  balanceMinor: number,
) =>
  db.run(sql`
    UPDATE merchant_accounts SET payouts_at = ${now}, balance_minor = ${balanceMinor}
    WHERE studio_id = ${studio.id}`)

/** The studio of an account that a webhook names; null where it is not one of ours. */
export async function studioOfAccount(
  directory: DirectoryDb,
  accountRef: string,
): Promise<string | null> {
  const [row] = await directory.all<{ studioId: string }>(sql`
    SELECT studio_id AS studioId FROM merchant_studios WHERE account_ref = ${accountRef}`)
  return row?.studioId ?? null
}

/** The country in a locale: `GB` of `en-GB`. */
const countryOf = (locale: string): string => new Intl.Locale(locale).maximize().region ?? 'GB'
