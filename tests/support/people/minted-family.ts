import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { newId } from '#app/values/id.ts'
import { type MintedAccount, mintAccount } from '../accounts.ts'
import type { TestDatabases } from '../databases.ts'
import type { Week } from '../week.ts'

export type MintedFamily = {
  guardian: MintedAccount & { personId: string }
  /** 13 years old. */
  isla: string
  /** 10 years old. */
  max: string
  /** Ten credits of the guardian, shared with the family. */
  lotId: string
}

/**
 * A parent with an account and two children without, a shared pack, and a waiver for children that
 * nobody has signed. The class at `minimumAgeAt` is for ages 12 and over.
 */
export async function mintFamily(
  databases: TestDatabases,
  week: Week,
  { name, minimumAgeAt }: { name: string; minimumAgeAt?: string },
): Promise<MintedFamily> {
  const { studio } = week
  const db = databases.shard(studio.shard as 0 | 1)
  const guardian = await mintAccount(databases, { studio, name })
  const surname = name.split(' ').at(-1)
  const [isla, max, lotId, document] = Array.from({ length: 4 }, newId) as [
    string,
    string,
    string,
    string,
  ]
  const made = '2026-09-01T09:00:00Z'
  const child = (id: string, called: string, born: string) =>
    db.run(sql`
    INSERT INTO people (id, studio_id, name, birth_date, joined_on, created_at)
    VALUES (${id}, ${studio.id}, ${`${called} ${surname}`}, ${born}, '2026-09-01', ${made})`)
  const link = (id: string) =>
    db.run(sql`
    INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
    VALUES (${studio.id}, ${guardian.personId}, ${id}, ${made})`)
  await batch(db, {
    isla: child(isla, 'Isla', '2013-03-01'),
    max: child(max, 'Max', '2016-03-01'),
    ofIsla: link(isla),
    ofMax: link(max),
    lot: db.run(sql`
      INSERT INTO lots (id, studio_id, person_id, package_id, starts_on, expires_on, purchased_at,
        family)
      SELECT ${lotId}, ${studio.id}, ${guardian.personId}, id, '2026-09-01', '2026-12-31', ${made}, 1
      FROM packages WHERE studio_id = ${studio.id} AND name = '10-class pack'`),
    credits: db.run(sql`
      INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, created_at)
      VALUES (${studio.id}, ${guardian.personId}, ${lotId}, 'grant', 10, ${made})`),
    document: db.run(sql`
      INSERT INTO documents (id, studio_id, name, blocks_booking, audience, created_at)
      VALUES (${document}, ${studio.id}, 'Waiver', 1, 'minors', ${made})`),
    text: db.run(sql`
      INSERT INTO document_versions (studio_id, document_id, number, text, asks_again, author_id,
        author_name, published_at)
      VALUES (${studio.id}, ${document}, 1, 'Children train at the risk of their parents.', 1,
        'hana', 'Hana Desk', ${made})`),
  })
  if (minimumAgeAt) {
    const id = newId()
    const [row] = await db.all<Record<string, unknown>>(
      sql`SELECT * FROM policies WHERE studio_id = ${studio.id} LIMIT 1`,
    )
    const copy = { ...row, id, name: 'From 12', minimum_age: 12 }
    const columns = sql.raw(Object.keys(copy).join(', '))
    const values = sql.join(
      Object.values(copy).map((value) => sql`${value}`),
      sql`, `,
    )
    await db.run(sql`INSERT INTO policies (${columns}) VALUES (${values})`)
    await db.run(sql`UPDATE occurrences SET policy_id = ${id}
      WHERE id = ${week.at(minimumAgeAt)}`)
  }
  return { guardian: { ...guardian, personId: guardian.personId! }, isla, max, lotId }
}
