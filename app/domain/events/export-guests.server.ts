import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { typedMinor } from '#app/values/money.ts'
import { stampAt } from '#app/values/wording.ts'
import { eventDeskPage } from './event-desk-pages.server.ts'
import { ticketStage } from './event-view.ts'

/** No event has more tickets (`eventForm`). */
const mostGuests = 10_000

const head = [
  'Name',
  'Email',
  'Ticket',
  'State',
  'Price',
  'Paid',
  'Inside since',
  'Ordered by',
  'Address of the order',
]

/**
 * Everyone with a ticket as rows of a file; that it was taken is written down (R14). Null for
 * another studio's id.
 */
export async function exportGuests(
  ctx: StaffContext,
  eventId: string,
): Promise<{ name: string; rows: CsvCell[][] } | null> {
  const page = await eventDeskPage(ctx, eventId, { q: '', view: null, most: mostGuests })
  if (!page) return null
  const { currency, timeZone, slug } = ctx.studio
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'people.exported',
      subjectKind: 'event',
      subjectId: eventId,
      detail: { rows: page.guests.length },
    }),
  })
  return {
    name: `${page.event.name.toLowerCase().replace(/\W+/g, '-')}-${slug}`,
    rows: [
      head,
      ...page.guests.map((guest) => [
        ...[
          guest.holderName,
          guest.holderEmail,
          guest.typeName,
          ticketStage(guest.state, guest.paid === 1).text,
        ],
        ...[typedMinor(guest.priceMinor, currency), guest.paid === 1 ? 'yes' : 'no'],
        guest.checkedInAt ? stampAt(guest.checkedInAt, timeZone) : '',
        ...[guest.buyerName, guest.buyerEmail],
      ]),
    ],
  }
}
