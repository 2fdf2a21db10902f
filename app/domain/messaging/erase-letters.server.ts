import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { blankSql } from './secret-kinds.ts'

type Addressed = {
  addresses: readonly string[]
  /** Records, leads and whatever else of theirs a notice leads to: a SELECT of ids, `id`. */
  subjects: SQL
  /** Who is told in their place, and by which names of theirs. */
  guardians: readonly { id: string; email: string }[]
  names: readonly string[]
  /** The names by which they are told of to others. */
  fullNames: readonly string[]
}

/** Notices to others that begin with the name or address of who did something. */
const namingKinds = [
  ...['conversation', 'guardian-accepted', 'guardian-declined'],
  ...['booking-agreed', 'booking-declined', 'booking-ended'],
]

/** A pattern of GLOB that finds a name where no letter stands before or behind it. */
const asWord = (name: string) => `*[^A-Za-zÀ-ӿ]${name.replace(/[*?[]/g, '[$&]')}[^A-Za-zÀ-ӿ]*`

/**
 * What a studio wrote to someone's addresses, for the batch that erases them: what waits is not
 * sent, what was sent keeps only its key, so that nothing is told twice. The same of what it wrote
 * to their guardians that names them, on their devices too, and notices to anybody that lead to them
 * or say what they did. Goes before the devices are forgotten.
 */
export function eraseStudioLettersStatements(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { addresses, subjects, guardians, names, fullNames }: Addressed,
  onlyIf: SQL,
) {
  const json = (of: readonly string[]) => JSON.stringify(of)
  // A shorter name stands in too many other words: it is looked for as a word, as it is written.
  const said = json(names.filter((name) => name.length >= 3))
  const short = json(names.filter((name) => name !== '' && name.length < 3).map(asWord))
  const speaks = (column: string) => sql`(EXISTS (SELECT 1 FROM json_each(${said}) AS said
    WHERE instr(lower(${sql.raw(column)}), lower(said.value)) > 0)
    OR EXISTS (SELECT 1 FROM json_each(${short}) AS said
      WHERE ' ' || ${sql.raw(column)} || ' ' GLOB said.value))`
  const called = json([...fullNames, ...addresses].filter(Boolean))
  const aboutThem = sql`studio_id = ${studio.id} AND ${onlyIf}
    AND recipient IN (SELECT value FROM json_each(${json(guardians.map(({ email }) => email))}))
    AND (${speaks('subject')} OR ${speaks('text')})`
  const devices = (of: SQL) => sql`(SELECT device.id FROM push_devices AS device
    WHERE device.studio_id = ${studio.id} AND device.person_id IN (${of}))`
  const theirs = sql`studio_id = ${studio.id} AND recipient <> ''
    AND recipient IN (SELECT value FROM json_each(${json(addresses)})) AND ${onlyIf}`
  return {
    unsent: db.run(sql`DELETE FROM outbox WHERE ${theirs} AND state = 'queued'`),
    sent: db.run(sql`UPDATE outbox SET ${blankSql}, recipient = '' WHERE ${theirs}`),
    // A guardian is still told of their other children, but no more of this one.
    unsentAbout: db.run(sql`DELETE FROM outbox WHERE ${aboutThem} AND state = 'queued'`),
    sentAbout: db.run(sql`UPDATE outbox SET ${blankSql} WHERE ${aboutThem}`),
    pushed: db.run(sql`
      DELETE FROM outbox WHERE studio_id = ${studio.id} AND ${onlyIf} AND recipient <> ''
        AND channel = 'push' AND (recipient IN ${devices(subjects)}
          OR recipient IN ${devices(sql`SELECT value FROM json_each(${json(guardians.map(({ id }) => id))})`)}
            AND ${speaks('text')})`),
    noticesAbout: db.run(sql`
      DELETE FROM notices WHERE studio_id = ${studio.id} AND ${onlyIf} AND (
        person_id IN (SELECT value FROM json_each(${json(guardians.map(({ id }) => id))}))
          AND ${speaks('text')}
        OR EXISTS (SELECT 1 FROM (${subjects}) AS subject WHERE instr(path, subject.id) > 0)
        OR kind IN (SELECT value FROM json_each(${json(namingKinds)}))
          AND EXISTS (SELECT 1 FROM json_each(${called}) AS called
            WHERE substr(text, 1, length(called.value) + 1) = called.value || ' '))`),
  }
}
