import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * A social, showcase, competition or open day. Its name, description, icon and cover are in a class
 * type of its own, its time, room and state in the occurrence of the same id, so that it binds room
 * and coach like everything else. Places are tickets and not bookings: anyone who holds one need
 * not be known to the studio.
 */
export const events = sqliteTable(
  'events',
  {
    /** The occurrence's id too. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    classTypeId: text('class_type_id').notNull(),
    state: text({ enum: ['draft', 'on_sale', 'cancelled'] }).notNull(),
    /** Tickets in all; its ticket types may be fewer. */
    capacity: integer().notNull(),
    /** An order keeps its places this many minutes before it is confirmed. */
    holdMinutes: integer('hold_minutes').notNull().default(15),
    /**
     * Hours before the start until which a ticket is given back, and the percent of its price;
     * later nothing.
     */
    refundHours: integer('refund_hours').notNull().default(48),
    refundPercent: integer('refund_percent').notNull().default(100),
    /** A ticket may change its holder. */
    transferable: integer({ mode: 'boolean' }).notNull().default(true),
    /** What guests should know: where to go, what to bring. */
    notes: text().notNull().default(''),
    /** Raised by each edit; a second editor is told. */
    version: integer().notNull().default(1),
    createdAt: text('created_at').notNull(),
    cancelledAt: text('cancelled_at'),
    cancelReason: text('cancel_reason').notNull().default(''),
  },
  (t) => [index('events_by_studio').on(t.studioId, t.state)],
)

export const ticketTypes = sqliteTable(
  'ticket_types',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    eventId: text('event_id').notNull(),
    name: text().notNull(),
    /** In minor units; 0 is free. */
    priceMinor: integer('price_minor').notNull(),
    /** Tickets of this type; null is as many as the event has. */
    capacity: integer(),
    /** Sold from and until these instants; null is at once and to the start. An early bird ends. */
    salesFrom: text('sales_from'),
    salesUntil: text('sales_until'),
    /** Only for people of the studio who are signed in. */
    membersOnly: integer('members_only', { mode: 'boolean' }).notNull().default(false),
    /** Tickets of one order at most. */
    perOrder: integer('per_order').notNull().default(6),
    sort: integer().notNull().default(0),
    archivedAt: text('archived_at'),
    version: integer().notNull().default(1),
  },
  (t) => [index('ticket_types_by_event').on(t.studioId, t.eventId)],
)

/** What one buyer ordered at once. The buyer need not be a person of the studio. */
export const ticketOrders = sqliteTable(
  'ticket_orders',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    eventId: text('event_id').notNull(),
    personId: text('person_id'),
    buyerName: text('buyer_name').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    state: text({ enum: ['held', 'confirmed', 'lapsed', 'cancelled'] }).notNull(),
    heldUntil: text('held_until'),
    /**
     * The buyer is known, or has shown that the address is theirs. Without that an order is held
     * for a few minutes, and its secret is in the mail alone.
     */
    proven: integer({ mode: 'boolean' }).notNull().default(true),
    totalMinor: integer('total_minor').notNull(),
    currency: text().notNull(),
    /** How it is paid: at the door, or with an open item of a known person. */
    pays: text({ enum: ['free', 'door', 'account'] }).notNull(),
    paidAt: text('paid_at'),
    /** The same form sent twice is one order. */
    dedupeKey: text('dedupe_key').notNull(),
    /** Opens the order without an account, of one made before links were sealed; empty since. */
    token: text().notNull(),
    /** SHA-256 of the secret of the link in the mail; null until it is sealed. */
    tokenHash: text('token_hash'),
    /** The secret, sealed: letters and pages show the link again. */
    sealed: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('ticket_orders_once').on(t.studioId, t.dedupeKey),
    uniqueIndex('ticket_orders_by_hash').on(t.studioId, t.tokenHash),
    index('ticket_orders_unsealed').on(t.studioId, t.token).where(sql`token_hash IS NULL`),
    index('ticket_orders_by_event').on(t.studioId, t.eventId, t.state),
    index('ticket_orders_by_person').on(t.studioId, t.personId).where(sql`person_id IS NOT NULL`),
    // What strangers paid, by day: it stands on no invoice.
    index('ticket_orders_strangers').on(t.studioId, t.paidAt).where(sql`person_id IS NULL`),
    index('ticket_orders_held').on(t.studioId, t.heldUntil).where(sql`state = 'held'`),
  ],
)

/** One admission. Its code is what the QR shows; it admits once. */
export const tickets = sqliteTable(
  'tickets',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    eventId: text('event_id').notNull(),
    orderId: text('order_id').notNull(),
    ticketTypeId: text('ticket_type_id').notNull(),
    holderName: text('holder_name').notNull(),
    holderEmail: text('holder_email').notNull().default(''),
    priceMinor: integer('price_minor').notNull(),
    state: text({
      enum: ['held', 'valid', 'checked_in', 'refunded', 'lapsed', 'cancelled'],
    }).notNull(),
    /** Shown at the door and nothing else; replaced when the ticket changes its holder. */
    code: text().notNull(),
    /**
     * SHA-256 of the secret of its own link, once it was passed on. One passed on before tickets
     * had a link of their own has none and is opened by its code.
     */
    linkHash: text('link_hash'),
    /** The secret of its own link, sealed. */
    linkSealed: text('link_sealed').notNull().default(''),
    checkedInAt: text('checked_in_at'),
    checkedInBy: text('checked_in_by'),
    transferredAt: text('transferred_at'),
    endedAt: text('ended_at'),
    /** What goes back of what was paid; 0 where nothing had been paid. */
    refundMinor: integer('refund_minor').notNull().default(0),
    /** When it was given back by hand, to a buyer who has no account that it could be in. */
    givenBackAt: text('given_back_at'),
  },
  (t) => [
    uniqueIndex('tickets_by_code').on(t.studioId, t.code),
    uniqueIndex('tickets_by_link').on(t.studioId, t.linkHash),
    index('tickets_by_event').on(t.studioId, t.eventId, t.state),
    index('tickets_by_order').on(t.studioId, t.orderId),
  ],
)

/** Acts of a showcase or heats of a competition, in order. */
export const runOrderItems = sqliteTable(
  'run_order_items',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    eventId: text('event_id').notNull(),
    sort: integer().notNull(),
    title: text().notNull(),
    performers: text().notNull(),
    apparatus: text().notNull().default(''),
    music: text().notNull().default(''),
    minutes: integer().notNull(),
  },
  (t) => [index('run_order_items_by_event').on(t.studioId, t.eventId, t.sort)],
)
