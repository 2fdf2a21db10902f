import { type SQL, sql } from 'drizzle-orm'
import { batch, prefixed } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import {
  auditStatement,
  eraseLinesStatements,
  lineWrittenSql,
} from '#app/domain/audit/audit.server.ts'
import { eraseConversationsStatements } from '#app/domain/conversations/erase-conversations.server.ts'
import { endMembershipsStatement } from '#app/domain/entitlements/end-memberships.server.ts'
import { eraseTicketsStatements } from '#app/domain/events/erase-tickets.server.ts'
import {
  eraseHappeningsStatement,
  personHappenedStatement,
} from '#app/domain/happenings/person-happenings.server.ts'
import { forgetFilesOf } from '#app/domain/imports/forget-rows.server.ts'
import { eraseLeadStatements, leadsOfSql } from '#app/domain/leads/erase-leads.server.ts'
import { eraseStudioLettersStatements } from '#app/domain/messaging/erase-letters.server.ts'
import { classAheadSql } from '#app/domain/people/archive-person.server.ts'
import { textNumberSql } from '#app/domain/people/consents/unreachable-sql.server.ts'
import { erasePersonStatements } from '#app/domain/people/erase-person-statements.server.ts'
import { withdrawPortraitStatements } from '#app/domain/people/withdraw-portrait.server.ts'
import { eraseRecipientStatement } from '#app/domain/sales/gift-cards/erase-recipient.server.ts'
import { erasedName } from '#app/domain/scope/person-rows.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { withdrawBioPhotoStatements } from '#app/domain/staffing/save-bio.server.ts'
import { endPlaceStatements } from '#app/domain/studios/end-place.server.ts'
import { eraseTasksStatement } from '#app/domain/tasks/erase-tasks.server.ts'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'
import { allPersonRows } from './all-person-rows.ts'

export type EraseContext = StaffContext & { directory: DirectoryDb; media: R2Bucket }

export type EraseResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'is_staff' | 'has_bookings' }

/** `number` is the phone number as texts are sent to it. */
type Known = { id: string; name: string; email: string; phone: string; number: string }

type Found = Omit<Known, 'id'> & {
  userId: string | null
  isStaff: number
  ahead: number
  preferredName: string
  /** Records that were merged into theirs, and who looks after them, as JSON. */
  merged: string
  guardians: string
}

/**
 * Erases a person: nothing tells any more who they were, in rows, letters, files or what waits to be
 * sent. What the books need stays without a name: memberships, credits, fees, what is owed and paid.
 * It is noted in the directory first and done again by a job until it is done, also after the
 * studio's rows were restored from an older copy. Refused while a class is ahead, and for whoever
 * works here.
 */
export async function erasePerson(ctx: EraseContext, personId: string): Promise<EraseResult> {
  const { db, studio, directory, now, actor } = ctx
  const person = await findToErase(ctx, personId)
  if (!person) return { ok: false, reason: 'not_found' }
  if (person.isStaff) return { ok: false, reason: 'is_staff' }
  if (person.ahead) return { ok: false, reason: 'has_bookings' }
  await directory.run(sql`
    INSERT INTO erasures (studio_id, person_id, asked_at, actor_name)
    VALUES (${studio.id}, ${personId}, ${now}, ${actor.name})
    ON CONFLICT (studio_id, person_id) DO UPDATE SET done_at = NULL`)
  await eraseAgain({ ...ctx, db }, personId)
  return { ok: true }
}

/** Does what an erasure that was noted asks for; may run any number of times. */
export async function eraseAgain(ctx: EraseContext, personId: string): Promise<void> {
  const { db, studio, directory, now } = ctx
  const person = await findToErase(ctx, personId)
  if (person) {
    const { name, preferredName, userId, email } = person
    const merged = JSON.parse(person.merged) as Known[]
    const all: Known[] = [{ ...person, id: personId }, ...merged]
    const records = all.map(({ id }) => id)
    const emails = [...new Set(all.map((one) => one.email).filter(Boolean))]
    const numbers = all.flatMap(({ phone, number }) => [phone, number])
    const addresses = [...new Set([...emails, ...numbers])].filter(Boolean)
    const guardians = JSON.parse(person.guardians) as { id: string; email: string }[]
    const fullNames = all.map((one) => one.name)
    const names = [...fullNames, preferredName, name.split(' ')[0] ?? '']
    const subjects = sql`SELECT value AS id FROM json_each(${JSON.stringify(records)})
      UNION ALL ${leadsOfSql(ctx, personId)}`
    await batch(
      directory,
      endPlaceStatements(directory, { studioId: studio.id, personIds: records, emails }),
    )
    await forgetFilesOf(ctx, personId)
    const lineId = newId()
    const done = lineWrittenSql(lineId)
    await batch(db, {
      audit: auditStatement(ctx, {
        id: lineId,
        action: 'person.erased',
        subjectKind: 'person',
        subjectId: personId,
      }),
      ...eraseLinesStatements(ctx, { personId, userId, name: erasedName }, done),
      did: eraseHappeningsStatement(ctx, { userId, name: erasedName }, done),
      // Another program may know them by a record that was merged into theirs.
      ...Object.fromEntries(
        records.map((id) => [`news ${id}`, personHappenedStatement(ctx, 'erased', id, done)]),
      ),
      ...withdrawPortraitStatements(ctx, personId, '', done),
      ...withdrawBioPhotoStatements(ctx, personId, '', done),
      ...prefixed(
        'letters',
        eraseStudioLettersStatements(
          ctx,
          { addresses, subjects, guardians, names, fullNames },
          done,
        ),
      ),
      tasks: eraseTasksStatement(ctx, { subjects, fullNames }, done),
      ...prefixed('leads', eraseLeadStatements(ctx, { personId, addresses }, done)),
      ...prefixed('tickets', eraseTicketsStatements(ctx, { personId, email }, done)),
      gifts: eraseRecipientStatement(ctx, addresses, done),
      ...prefixed(
        'said',
        eraseConversationsStatements(ctx, { personId, userId, name: erasedName }, done),
      ),
      ends: endMembershipsStatement(ctx, personId, localDate(now, studio.timeZone), done),
      ...rowStatements(ctx, records, done),
      ...erasePersonStatements(ctx, { personId, addresses }, done),
    })
  }
  await directory.run(sql`
    UPDATE erasures SET done_at = ${now}
    WHERE studio_id = ${studio.id} AND person_id = ${personId}`)
}

/** Someone whom nothing has erased yet; null where there is none such. */
async function findToErase(ctx: StaffContext, personId: string): Promise<Found | null> {
  const { db, studio } = ctx
  const [found] = await db.all<Found>(sql`
    SELECT name, preferred_name AS preferredName, email, phone,
      ${textNumberSql(ctx, sql`people.phone`)} AS number, user_id AS userId, is_staff AS isStaff,
      ${classAheadSql(ctx, sql`people.id`)} AS ahead,
      (SELECT json_group_array(json_object('id', other.id, 'name', other.name,
          'email', other.email, 'phone', coalesce(other.phone, ''),
          'number', ${textNumberSql(ctx, sql`other.phone`)})) FROM people AS other
        WHERE other.studio_id = people.studio_id AND other.merged_into = people.id) AS merged,
      (SELECT json_group_array(json_object('id', guardian.id, 'email', guardian.email))
        FROM guardians AS link JOIN people AS guardian ON guardian.id = link.guardian_id
        WHERE link.studio_id = people.studio_id AND link.dependant_id = people.id) AS guardians
    FROM people WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL
      AND erased_at IS NULL`)
  return found ?? null
}

/** What each context declared of its rows. */
function rowStatements({ db, studio }: StaffContext, records: readonly string[], done: SQL) {
  const list = JSON.stringify(records)
  return Object.fromEntries(
    allPersonRows.flatMap(({ table, columns, erase }) =>
      columns.flatMap((column) => {
        if (erase === 'keep') return []
        const own = sql`studio_id = ${studio.id}
          AND ${sql.raw(column)} IN (SELECT value FROM json_each(${list})) AND ${done}`
        const statement =
          erase === 'delete'
            ? sql`DELETE FROM ${sql.raw(table)} WHERE ${own}`
            : sql`UPDATE ${sql.raw(table)} SET ${sql.join(
                Object.entries(erase).map(([name, value]) => sql`${sql.raw(name)} = ${value}`),
                sql`, `,
              )} WHERE ${own}`
        return [[`${table}.${column}`, db.run(statement)]]
      }),
    ),
  )
}
