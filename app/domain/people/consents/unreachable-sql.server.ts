import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { homeCalling } from '#app/values/phone.ts'
import { minorSql } from '../minor-sql.server.ts'

/** Whether `people AS person` left, was banned or erased, or asked not to be contacted. */
export const goneSql = sql`(person.archived_at IS NOT NULL OR person.erased_at IS NOT NULL
  OR person.do_not_contact_at IS NOT NULL OR person.banned_at IS NOT NULL)`

/**
 * The first branches of a CASE that says why `people AS person` gets no email that nobody asked for
 * (R16, R17): `gone`, `no_address`, `minor`. Consent and what else leaves somebody out come behind.
 * `address` is where it would go: their email, or their number of texts.
 */
export const unreachableBranches = (
  ctx: Pick<StudioContext, 'studio' | 'now'>,
  address: SQL = sql`person.email`,
): SQL => sql`
  WHEN ${goneSql} THEN 'gone'
  WHEN ${address} = '' THEN 'no_address'
  WHEN ${minorSql(ctx)} THEN 'minor'`

/**
 * The number of `people AS person` that a text goes to, in the form of E.164: as they typed it where
 * it has a country (without a "(0)" behind it), else one of the studio's own country; empty where it
 * is none. `parseHomePhone` reads the same. `phone` is where it stands, if not there.
 */
export function textNumberSql(
  { studio }: { studio: { locale: string } },
  phone: SQL = sql`person.phone`,
): SQL {
  const without = (text: SQL, signs: readonly string[]) =>
    signs.reduce((sum, sign) => sql`replace(${sum}, ${sign}, '')`, text)
  const typed = without(phone, [' ', '-', '.', '/'])
  const digits = sql`(SELECT ${without(
    sql`CASE WHEN (typed LIKE '+%' AND typed NOT LIKE '+39%')
      OR (typed LIKE '00%' AND typed NOT LIKE '0039%')
      THEN replace(typed, '(0)', '') ELSE typed END`,
    ['(', ')'],
  )} FROM (SELECT ${typed} AS typed))`
  const home = homeCalling(studio.locale)
  const atHome = home
    ? sql`WHEN phone LIKE ${`${home.trunk}%`} THEN
        ${home.code} || substr(phone, ${home.trunk.length + 1}) ELSE ${home.code} || phone`
    : sql`ELSE ''`
  return sql`(SELECT CASE WHEN substr(phone, 2) GLOB '*[^0-9]*' OR length(phone) < 7 THEN ''
    WHEN phone LIKE '+%' THEN phone WHEN phone LIKE '00%' THEN '+' || substr(phone, 3)
    ${atHome} END FROM (SELECT ${digits} AS phone))`
}

/**
 * Whether the number of `people AS person` is this one, however they wrote it; `number` is in the form
 * of E.164.
 */
export const hasNumberSql = (ctx: { studio: { locale: string } }, number: string): SQL =>
  sql`(person.phone <> '' AND (person.phone = ${number} OR ${textNumberSql(ctx)} = ${number}))`

/** Where `people AS person` is written to by a channel; a number that is none as they typed it. */
export const reachedAtSql = (ctx: { studio: { locale: string } }, channel: 'email' | 'sms'): SQL =>
  channel === 'email'
    ? sql`person.email`
    : sql`coalesce(nullif(${textNumberSql(ctx)}, ''), person.phone)`

/**
 * Each form in which an address of theirs may be kept, for an IN: a number was kept as it was typed
 * before it was kept as it is dialled.
 */
export const keptAddressesSql = (
  ctx: { studio: { locale: string } },
  channel: 'email' | 'sms',
): SQL => (channel === 'email' ? sql`(person.email)` : sql`(person.phone, ${textNumberSql(ctx)})`)

/**
 * Whether nothing is sent to their address any more; `why` narrows it, such as to bounces. Of email,
 * unless another channel is given with its address.
 */
export const suppressedSql = (
  why: SQL = sql`1`,
  { channel, address }: { channel: 'email' | 'sms'; address: SQL } = {
    channel: 'email',
    address: sql`person.email`,
  },
): SQL => sql`EXISTS (
  SELECT 1 FROM suppressions AS suppression WHERE suppression.studio_id = person.studio_id
    AND suppression.channel = ${channel} AND suppression.address = ${address} AND ${why})`
