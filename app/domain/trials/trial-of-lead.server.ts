import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { dayShortTime } from '#app/values/wording.ts'

/** `Pole 1, Sat 14 Nov, 10:00`: a lead's trial by its booking; null where that is not it. */
export async function trialOfLead(
  ctx: StudioContext,
  leadId: string,
  bookingId: string,
): Promise<string | null> {
  const [row] = await ctx.db.all<{ title: string; localStart: string }>(sql`
    SELECT class_type.name AS title, o.local_start AS localStart FROM leads AS lead
    JOIN bookings AS booking ON booking.id = lead.trial_booking_id AND booking.state = 'booked'
    JOIN occurrences AS o ON o.id = booking.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE lead.studio_id = ${ctx.studio.id} AND lead.id = ${leadId}
      AND lead.trial_booking_id = ${bookingId}`)
  return row ? `${row.title}, ${dayShortTime(row.localStart, ctx.studio.locale)}` : null
}
