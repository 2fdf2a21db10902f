import { batch } from '#app/db/batch.server.ts'
import { cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'
import { guestFactStatements, toGuestFacts } from './guest-queries.server.ts'

/**
 * The guests of a booking of the member's own, and what another would take, in one batch. Null for
 * any other booking.
 */
export async function guestsPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
  hostId: string,
) {
  const answer = await batch(ctx.db, {
    ...guestFactStatements(ctx, hostId),
    ...shellStatements(ctx, viewer),
  })
  const facts = toGuestFacts(ctx, answer)
  if (!facts) return null
  const { occurrence, ...more } = facts
  const { id, title, localStart, coachName, roomName } = occurrence
  const terms = cancellationTerms(
    { ...occurrence, ...occurrence.policy },
    { paidBy: 'lot' },
    ctx.now,
  )
  return {
    ...more,
    hostId,
    terms,
    class: { id, title, localStart, coachName, roomName },
    formKey: newId(),
    today: localDate(ctx.now, ctx.studio.timeZone),
    shell: toShell(answer, viewer),
  }
}
