/** Families for tests: a child under age with guardians, and packs that pay for both. */
import { sql } from 'drizzle-orm'
import { actFor } from '#app/domain/families/act-for.server.ts'
import { linkGuardian } from '#app/domain/families/link-guardian.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Person, World } from '../world.ts'

/** A child without e-mail and account, whom the guardians look after. */
export async function givenChild(
  w: World,
  name: string,
  { birthDate = '2016-05-04', guardians = [] as readonly Person[] } = {},
): Promise<Person> {
  const child = await w.givenPerson(name)
  await w.db.run(sql`UPDATE people SET email = '', user_id = NULL, birth_date = ${birthDate}
    WHERE id = ${child.id}`)
  for (const guardian of guardians)
    await linkGuardian(w.asDesk('2026-10-01T09:00:00Z'), guardian.id, child.id)
  return { ...child, email: '', userId: '' }
}

/** A pack whose owner shares it with those they look after. */
export async function giveFamilyPack(
  w: World,
  person: Person,
  more: { credits?: number; expiresOn?: string } = {},
): Promise<string> {
  const lot = await w.givePack(person, { expiresOn: '2026-12-31', ...more })
  await w.db.run(sql`UPDATE lots SET family = 1 WHERE id = ${lot}`)
  return lot
}

/** What a guardian who may not act for the child meets. */
export class NotTheirs extends Error {}

/** A guardian at work for a child. */
export const asGuardian = (
  w: World,
  guardian: Person,
  child: Person,
  now: Instant,
): MemberContext =>
  actFor(w.asMember(guardian, now), child.id, async () => {
    throw new NotTheirs(`${guardian.name} may not act for ${child.name}`)
  })

export const balanceOf = async (w: World, lotId: string) =>
  (
    await w.db.all<{ n: number }>(sql`SELECT sum(amount) AS n FROM entries WHERE lot_id = ${lotId}`)
  )[0]?.n

export const mailsOf = (w: World) =>
  w.db.all<{ to: string; subject: string; text: string; kind: string }>(
    sql`SELECT recipient AS "to", subject, text, kind FROM outbox
      WHERE studio_id = ${w.studio.id} ORDER BY created_at_ms, rowid`,
  )
