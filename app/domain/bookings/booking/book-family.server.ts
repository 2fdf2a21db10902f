/** Booking several of a family into one class: each as anybody is booked, told in one letter. */
import { batch } from '#app/db/batch.server.ts'
import { actFor, familyStatement } from '#app/domain/families/act-for.server.ts'
import { calledOf, type FamilyMember } from '#app/domain/families/family-member.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { availabilityOf } from '../availability/availability.ts'
import { bookingFactStatements, toFacts } from '../availability/booking-facts.server.ts'
import { type BookClassResult, bookClass } from './book-class.server.ts'
import type { BookedBefore } from './booked-mail.server.ts'
import type { FamilyPlace } from './family-place.ts'

/**
 * How everybody of a family stands to a class, the reader last, in one trip; nobody where the
 * studio has no such class.
 */
export async function familyPlaces(
  ctx: MemberContext,
  family: readonly Omit<FamilyPlace, 'availability'>[],
  occurrenceId: string,
): Promise<FamilyPlace[]> {
  const each = family.map((one) => ({ one, own: asOne(ctx, one.id) }))
  const named = each.flatMap(({ own }, i) =>
    Object.entries(bookingFactStatements(own, own.person.id, occurrenceId)).map(
      ([name, statement]) => [`${name}:${i}`, statement] as const,
    ),
  )
  const rows = (await batch(ctx.db, Object.fromEntries(named))) as Record<string, unknown>
  return each.flatMap(({ one, own }, i) => {
    const mine = Object.fromEntries(
      Object.entries(rows)
        .filter(([name]) => name.endsWith(`:${i}`))
        .map(([name, answer]) => [name.slice(0, name.indexOf(':')), answer]),
    )
    const facts = toFacts(own, own.person.id, mine as Parameters<typeof toFacts>[2])
    return facts ? [{ ...one, availability: availabilityOf(facts) }] : []
  })
}

/** What a read for one of the family is asked with; whether they may was asked just before. */
const asOne = (ctx: MemberContext, personId: string): MemberContext =>
  personId === ctx.person.id ? ctx : { ...ctx, person: { id: personId }, guardianId: ctx.person.id }

export type FamilyBooked = { id: string; called: string | null; result: BookClassResult }

/**
 * Books several of a family into a class, each by `bookClass` with what the rule chooses to pay:
 * who is refused stops nobody else. Who has a place is told in one letter, adults in one each.
 * Somebody who is not of the family is `refused` before anything is written.
 */
export async function bookFamily(
  ctx: MemberContext,
  occurrenceId: string,
  personIds: readonly string[],
  refused: () => Promise<never>,
): Promise<FamilyBooked[]> {
  const { family } = await batch(ctx.db, { family: familyStatement(ctx, ctx.person.id) })
  const all = new Map<string, FamilyMember | null>(family.map((one) => [one.id, one]))
  all.set(ctx.person.id, null)
  const wanted = [...new Set(personIds)]
  if (wanted.some((id) => !all.has(id))) return await refused()
  const before: BookedBefore[] = []
  const booked: FamilyBooked[] = []
  for (const id of wanted) {
    const member = all.get(id)
    const called = member ? calledOf(member) : null
    // What is booked for an adult is told to the adult, in a letter of their own.
    const adult = member?.adult === 1
    const together = adult ? {} : { together: { called, before: [...before] } }
    const result = await bookClass(actFor(ctx, id, refused), occurrenceId, together)
    booked.push({ id, called, result })
    if (result.ok && result.paid && !adult)
      before.push({ bookingId: result.booking.id, called, paid: result.paid })
  }
  return booked
}
