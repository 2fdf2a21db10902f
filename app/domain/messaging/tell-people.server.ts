/** Tells everyone whom something that happened concerns: in steps, each of them one batch. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { Happening, HappeningKind } from '#app/domain/happenings/happening-kinds.ts'
import { findNextOf } from '#app/domain/happenings/happening-queries.server.ts'
import { toldStatement } from '#app/domain/happenings/happenings.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Letter } from '#app/messages/letter.ts'
import { newId } from '#app/values/id.ts'
import { wantedSql } from './notification-choices.server.ts'
import { pushKeyOf } from './notification-kinds.ts'

/** What someone is told, of whom a step is made. */
export type Reader = {
  /** Where they are in the order of the telling; a step begins behind the last one's. */
  position: string
  /** Single within the happening: with it a message is sent once however often it is told. */
  key: string
  /** Null for someone who is not on the books. */
  personId: string | null
  /** Empty where there is no address, or no letter is meant. */
  email: string
  letter: Letter | null
  notice: { text: string; path: string } | null
}

/** How one kind of happening is told: the messages' name, and who is to have them. */
export type Teller<Kind extends HappeningKind> = {
  /** The message file's name, such as `class-cancelled`. */
  message: string
  /** The next readers behind `after`, in the order of their positions, at most `limit` of them. */
  listReaders(
    ctx: StudioContext,
    happening: Happening<Kind>,
    after: string,
    limit: number,
  ): Promise<Reader[]>
}

/** So many people are notified in one batch. */
export const readersAtOnce = 100

/** A parameter of a statement holds 2 MB at most; a letter is some kilobytes. */
const charactersAtOnce = 400_000

/**
 * Tells the first of those whom a happening concerns, right behind its commit: of most classes that
 * is everyone. Who is left, and what fails here, is the work of the job `tell-people`: the change
 * itself has been made and is answered as such.
 */
export async function tellFirst<Kind extends HappeningKind>(
  ctx: StudioContext,
  happeningId: string,
  teller: Teller<Kind>,
): Promise<void> {
  try {
    const happening = await findNextOf(ctx, happeningId)
    if (happening) await tellNext(ctx, happening as Happening<Kind>, teller)
  } catch (error) {
    console.error('People are told later', { happening: happeningId, error })
  }
}

/**
 * One step of telling: the next readers' letters and notices, and how far it has come, in one
 * batch. Answers the position reached, null once everyone is notified. Killed anywhere it is taken
 * again; taken twice it tells nobody twice.
 */
export async function tellNext<Kind extends HappeningKind>(
  ctx: StudioContext,
  happening: Happening<Kind>,
  teller: Teller<Kind>,
): Promise<string | null> {
  const after = happening.toldUntil ?? ''
  const readers = await teller.listReaders(ctx, happening, after, readersAtOnce)
  const last = readers.length < readersAtOnce ? null : (readers.at(-1)?.position ?? null)
  const keyOf = ({ key }: Reader) => `${teller.message}:${happening.id}:${key}`
  await batch(ctx.db, {
    ...lettersStatements(ctx, teller.message, readers, keyOf),
    ...noticesStatements(ctx, teller.message, readers, keyOf),
    told: toldStatement(ctx, happening, last),
  })
  return last
}

function lettersStatements(
  { db, studio, nowMs }: StudioContext,
  kind: string,
  readers: readonly Reader[],
  keyOf: (reader: Reader) => string,
): Record<string, Statement<D1Result>> {
  const letters = readers.flatMap((reader) =>
    reader.email && reader.letter
      ? [{ id: newId(), key: keyOf(reader), to: reader.email, ...reader.letter }]
      : [],
  )
  return inPortions('letters', letters, (json) =>
    db.run(sql`
      INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind, subject, text, html,
        state, next_attempt_at_ms, created_at_ms)
      SELECT value ->> 'id', ${studio.id}, value ->> 'key', 'email', value ->> 'to', ${kind},
        value ->> 'subject', value ->> 'text', value ->> 'html', 'queued', ${nowMs}, ${nowMs}
      FROM json_each(${json}) WHERE ${wantedSql(kind, studio.id, sql`value ->> 'to'`) ?? sql`1`}
      ON CONFLICT (dedupe_key) DO NOTHING`),
  )
}

function noticesStatements(
  { db, studio, now }: StudioContext,
  kind: string,
  readers: readonly Reader[],
  keyOf: (reader: Reader) => string,
): Record<string, Statement<D1Result>> {
  const notices = readers.flatMap((reader) =>
    reader.personId !== null && reader.notice
      ? [{ id: newId(), key: keyOf(reader), to: reader.personId, ...reader.notice }]
      : [],
  )
  return inPortions('notices', notices, (json) =>
    db.run(sql`
      INSERT INTO notices (id, studio_id, person_id, dedupe_key, kind, push_kind, text, path,
        created_at)
      SELECT value ->> 'id', ${studio.id}, value ->> 'to', value ->> 'key', ${kind},
        ${pushKeyOf(kind)}, value ->> 'text', value ->> 'path', ${now}
      FROM json_each(${json}) WHERE 1
      ON CONFLICT (studio_id, dedupe_key) DO NOTHING`),
  )
}

/** One statement for each portion of `rows` that a parameter holds. */
function inPortions<Row>(
  name: string,
  rows: readonly Row[],
  statementOf: (json: SQL) => Statement<D1Result>,
): Record<string, Statement<D1Result>> {
  const portions: string[][] = []
  let size = charactersAtOnce
  for (const row of rows) {
    const json = JSON.stringify(row)
    if (size + json.length > charactersAtOnce) {
      portions.push([])
      size = 0
    }
    portions.at(-1)?.push(json)
    size += json.length
  }
  return Object.fromEntries(
    portions.map((portion, i) => [`${name}${i}`, statementOf(sql`${`[${portion.join(',')}]`}`)]),
  )
}
