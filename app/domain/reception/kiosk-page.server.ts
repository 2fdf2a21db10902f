import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { endOfDay, type LocalDateTime, localDate } from '#app/values/zone.ts'
import {
  alertRulesStatement,
  holderOfCodeSql,
  inWindowSql,
  type PlaceAtDesk,
  peopleAtDeskStatement,
  placesStatement,
  strikesStatement,
} from './desk-facts.server.ts'
import type { KioskAnswer, KioskHit } from './kiosk-answer.ts'
import { type AskedProof, type KioskProof, lastDigits, proofOf } from './kiosk-proof.ts'
import { kioskProofStatement } from './kiosk-settings.server.ts'
import { kioskFound, kioskLetters, kioskName, lettersIn, namesLike } from './kiosk-words.ts'
import { besideKioskSql, kioskSeenStatement, kioskStatement } from './kiosks.server.ts'
import { nextPlace, windowOf } from './look-ahead.ts'
import { codeIn, isScanned } from './member-code.ts'
import { isPin } from './member-pin.server.ts'
import { recordTaps } from './record-taps.server.ts'
import type { TapMethod } from './taps.ts'

export type KioskClass = { title: string; startsAt: Instant; localStart: LocalDateTime }

/**
 * What a kiosk shows before anyone does anything; null where the tablet is no kiosk of the studio.
 */
export async function kioskPage(
  ctx: StudioContext,
  secret: string,
): Promise<{ kiosk: { name: string }; proof: KioskProof; classes: KioskClass[] } | null> {
  const { db, studio, now } = ctx
  const { from } = windowOf(now)
  const tonight = endOfDay(localDate(now, studio.timeZone), studio.timeZone)
  const { kiosk, proof, classes } = await batch(db, {
    seen: kioskSeenStatement(ctx, secret),
    kiosk: kioskStatement(ctx, secret),
    proof: kioskProofStatement(ctx),
    classes: db.all<KioskClass>(sql`
      SELECT class_type.name AS title, o.starts_at AS startsAt, o.local_start AS localStart
      FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
      JOIN rooms AS room ON room.id = o.room_id
      WHERE o.studio_id = ${studio.id} AND o.starts_at >= ${from} AND o.starts_at < ${tonight}
        AND o.state = 'scheduled' AND o.kind IN ('class','course','workshop')
        AND ${besideKioskSql(ctx, secret)}
      ORDER BY o.starts_at, o.id LIMIT 4`),
  })
  return kiosk[0] ? { kiosk: { name: kiosk[0].name }, proof: proofOf(proof), classes } : null
}

/** Limits of a kiosk, and the secret that its people's PINs are hashed under. */
export type KioskGuard = {
  /** Counts an entry; false where it was one too many. */
  mayAsk(kioskId: string): Promise<boolean>
  /** Counts a PIN or digits that are typed for a person; false where it was one too many. */
  mayProve(kioskId: string, personId: string): Promise<boolean>
  /** They were right: that was no wrong try. */
  proved(kioskId: string, personId: string): Promise<void>
  pepper: string
}

type NamedPlace = { bookingId: string; personId: string; name: string; preferredName: string }

/**
 * A code, a picked person or the letters of a name at a kiosk. A code or a pick checks in to the
 * next booked class of the look-ahead, where the kiosk stands; letters answer at most five people
 * who are booked in it, and none where the studio asks for codes. Anyone who is picked shows that
 * it is them where the studio asks for that. Why someone is not checked in is said to nobody:
 * `see_the_desk`.
 */
export async function enterAtKiosk(
  ctx: StudioContext,
  secret: string,
  { q, pick, typed }: { q: string; pick?: string | undefined; typed?: string | undefined },
  guard: KioskGuard,
): Promise<KioskAnswer> {
  const code = codeIn(q)
  const shown = code ? holderOfCodeSql(ctx, code) : 'anybody'
  const whose = pick ? personOfSql(ctx, pick) : shown
  const inWindow = inWindowSql(ctx, whose)
  const condition = sql`${inWindow} AND ${pick ? sql`b.id = ${pick}` : sql`1`}
    AND ${besideKioskSql(ctx, secret)}`
  const { kiosk, asks, known, places, named, ...judged } = await batch(ctx.db, {
    kiosk: kioskStatement(ctx, secret),
    asks: kioskProofStatement(ctx),
    known: pick ? onRecordStatement(ctx, pick) : null,
    places: placesStatement(ctx, condition),
    named: namesStatement(ctx, condition),
    // Letters check nobody in: what stands out about everyone booked is not asked then.
    people: whose === 'anybody' ? null : peopleAtDeskStatement(ctx, whose),
    limits: whose === 'anybody' ? null : strikesStatement(ctx, inWindow),
    rules: alertRulesStatement(ctx),
  })
  const [own] = kiosk
  if (!own) return { kind: 'no_kiosk' }
  if (!(await guard.mayAsk(own.id))) return { kind: 'again', why: 'too_often' }
  const { people, limits, rules } = judged
  const proof = proofOf(asks)
  if (!people || !limits) {
    return proof === 'code' ? { kind: 'again', why: 'code' } : lookedUp(q, places, named)
  }
  const place = nextPlace(places)
  if (!place || (pick && proof === 'code')) return { kind: 'see_the_desk' }
  const person = named.find(({ bookingId }) => bookingId === place.bookingId)
  if (known && (proof === 'pin' || proof === 'phone')) {
    const name = person ? kioskName(person) : ''
    const ask = { by: proof, bookingId: place.bookingId, name }
    const refused = await unproven(own.id, ask, { record: known[0], typed, guard })
    if (refused) return refused
  }
  const { title, localStart, roomName } = place
  const done: KioskAnswer = {
    kind: 'in',
    name: person ? kioskName(person) : '',
    title,
    localStart,
    roomName,
  }
  if (place.state === 'checked_in') return done
  const read = isScanned(q) ? 'qr' : 'code'
  const method: TapMethod = pick ? 'name' : read
  const by = { ...ctx, actor: { userId: `kiosk:${own.id}`, name: `Kiosk ${own.name}` } }
  const tap = { key: newId(), bookingId: place.bookingId, method, ago: 0, override: '' }
  const facts = { rules, places, people, limits }
  const [answer] = await recordTaps(by, [tap], { mayOverride: false, kioskId: own.id }, facts)
  const came = answer && (answer.status !== 'conflict' || answer.reason === 'in_elsewhere')
  return came ? done : { kind: 'see_the_desk' }
}

type OnRecord = { personId: string; phone: string; pinHash: string | null }

/** What the person of a booking could type. */
const onRecordStatement = (ctx: StudioContext, bookingId: string): Statement<OnRecord[]> =>
  ctx.db.all<OnRecord>(sql`
    SELECT person.id AS personId, person.phone, pin.pin_hash AS pinHash
    FROM people AS person LEFT JOIN member_pins AS pin ON pin.person_id = person.id
      AND pin.studio_id = person.studio_id
    WHERE person.studio_id = ${ctx.studio.id} AND person.id = ${personOfSql(ctx, bookingId)}`)

/**
 * What is said to somebody who was picked and has not shown that it is them; null once they have.
 * Wrong tries are counted before they are looked at, a right one is not counted.
 */
async function unproven(
  kioskId: string,
  ask: { by: AskedProof; bookingId: string; name: string },
  { record, typed, guard }: { record: OnRecord | undefined; typed?: string; guard: KioskGuard },
): Promise<KioskAnswer | null> {
  const digits = record ? lastDigits(record.phone) : null
  const pinHash = record?.pinHash ?? null
  if (!record || (ask.by === 'pin' ? pinHash : digits) === null)
    return { kind: 'nothing_to_prove', by: ask.by }
  if (!typed) return { kind: 'prove', ...ask, wrong: false }
  const { personId } = record
  if (!(await guard.mayProve(kioskId, personId))) return { kind: 'again', why: 'tries' }
  const right =
    ask.by === 'pin' && pinHash !== null
      ? isPin(guard.pepper, { personId, pinHash }, typed)
      : typed === digits
  if (!right) return { kind: 'prove', ...ask, wrong: true }
  await guard.proved(kioskId, personId)
  return null
}

const personOfSql = ({ studio }: StudioContext, bookingId: string): SQL =>
  sql`(SELECT booking.person_id FROM bookings AS booking
    WHERE booking.studio_id = ${studio.id} AND booking.id = ${bookingId})`

const namesStatement = ({ db }: StudioContext, condition: SQL): Statement<NamedPlace[]> =>
  db.all<NamedPlace>(sql`
    SELECT b.id AS bookingId, person.id AS personId, person.name,
      person.preferred_name AS preferredName
    FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
    JOIN people AS person ON person.id = b.person_id
    JOIN rooms AS room ON room.id = o.room_id
    WHERE ${condition} LIMIT 600`)

function lookedUp(
  q: string,
  places: readonly PlaceAtDesk[],
  people: readonly NamedPlace[],
): KioskAnswer {
  if (lettersIn(q) < kioskLetters) return { kind: 'again', why: 'letters' }
  const like = people.filter((person) => namesLike(person, q))
  const persons = [...new Set(like.map(({ personId }) => personId))]
  if (persons.length === 0) return { kind: 'again', why: 'nobody' }
  if (persons.length > kioskFound) return { kind: 'again', why: 'many' }
  const hits = persons.flatMap((personId): KioskHit[] => {
    const place = nextPlace(places.filter((p) => p.personId === personId))
    const person = like.find((p) => p.personId === personId)
    if (!place || !person) return []
    return [
      {
        bookingId: place.bookingId,
        name: kioskName(person),
        title: place.title,
        localStart: place.localStart,
      },
    ]
  })
  return { kind: 'found', hits }
}
