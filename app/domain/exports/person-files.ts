/**
 * What a person takes away of themselves: one file each, read for `studioId` and `personId`. An area
 * adds its own; a test finds tables of people that are in none. Names of others and what staff wrote
 * about someone are not theirs to take here.
 */
import { sql } from 'drizzle-orm'
import { levelFiles } from './level-files.ts'
import { moneyFiles } from './money-files.ts'
import { mine, type PersonFile } from './person-file.ts'
import { trainingFiles } from './training-files.ts'
import { wordFiles } from './word-files.ts'
import { workFiles } from './work-files.ts'

export const personFiles: readonly PersonFile[] = [
  {
    file: 'details',
    tables: ['people'],
    columns: [
      ...['name', 'preferred_name', 'pronouns', 'email', 'phone', 'address', 'birth_date'],
      ...['emergency_name', 'emergency_phone', 'barcode', 'home_location', 'joined_on'],
    ],
    select: sql`person.name, person.preferred_name, person.pronouns, person.email, person.phone,
      person.address, person.birth_date, person.emergency_name, person.emergency_phone,
      person.barcode, location.name AS home_location, person.joined_on`,
    from: ({ studioId, personId }) => sql`
      FROM people AS person LEFT JOIN locations AS location ON location.id = person.home_location_id
      WHERE person.studio_id = ${studioId} AND person.id = ${personId}`,
  },
  {
    file: 'files',
    tables: ['files'],
    columns: ['name', 'tags', 'added_at', 'changed_at'],
    select: sql`file.name, file.tags, file.created_at AS added_at, file.updated_at AS changed_at`,
    from: (whose) => sql`FROM files AS file WHERE ${mine('file', whose)} ORDER BY file.name`,
  },
  ...workFiles,
  {
    file: 'bookings',
    tables: ['bookings', 'wishes'],
    columns: ['class', 'starts', 'state', 'place', 'booked_at', 'ended_at'],
    select: sql`class_type.name AS class, o.local_start AS starts, b.state, b.spot AS place,
      b.created_at AS booked_at, b.ended_at`,
    from: (whose) => sql`
      FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE ${mine('b', whose)} ORDER BY b.seq`,
  },
  {
    file: 'classes-each-week',
    tables: ['standing_places'],
    columns: ['class', 'first_start', 'from_date', 'until_date', 'ended_at'],
    select: sql`class_type.name AS class, series.first_start, standing.from_date,
      standing.until_date, standing.ended_at`,
    from: (whose) => sql`
      FROM standing_places AS standing JOIN series ON series.id = standing.series_id
      JOIN class_types AS class_type ON class_type.id = series.class_type_id
      WHERE ${mine('standing', whose)} ORDER BY standing.created_at, standing.id`,
  },
  {
    file: 'appointments',
    tables: ['appointments'],
    columns: ['appointment', 'starts', 'state', 'price_minor', 'made_at', 'ended_at'],
    select: sql`class_type.name AS appointment, o.local_start AS starts, appointment.state,
      appointment.price_minor, appointment.created_at AS made_at, appointment.ended_at`,
    from: (whose) => sql`
      FROM appointments AS appointment JOIN occurrences AS o ON o.id = appointment.id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE ${mine('appointment', whose)} ORDER BY appointment.created_at, appointment.id`,
  },
  {
    file: 'courses',
    tables: ['enrolments'],
    columns: ['course', 'state', 'price_minor', 'sessions', 'working', 'enrolled_at', 'ended_at'],
    select: sql`class_type.name AS course, enrolment.state, enrolment.price_minor, enrolment.sessions,
      enrolment.working, enrolment.enrolled_at, enrolment.ended_at`,
    from: (whose) => sql`
      FROM enrolments AS enrolment JOIN courses AS course ON course.id = enrolment.course_id
      JOIN class_types AS class_type ON class_type.id = course.class_type_id
      WHERE ${mine('enrolment', whose)} ORDER BY enrolment.seq`,
  },
  {
    file: 'make-ups',
    tables: ['make_ups'],
    columns: ['course', 'valid_until', 'used', 'ended_at', 'given_at'],
    select: sql`class_type.name AS course, make_up.valid_until,
      make_up.booking_id IS NOT NULL AS used, make_up.voided_at AS ended_at,
      make_up.created_at AS given_at`,
    from: (whose) => sql`
      FROM make_ups AS make_up JOIN courses AS course ON course.id = make_up.course_id
      JOIN class_types AS class_type ON class_type.id = course.class_type_id
      WHERE ${mine('make_up', whose)} ORDER BY make_up.created_at, make_up.id`,
  },
  {
    file: 'ticket-orders',
    tables: ['ticket_orders'],
    columns: ['event', 'starts', 'state', 'total_minor', 'currency', 'ordered_at', 'paid_at'],
    select: sql`class_type.name AS event, o.local_start AS starts, ticket_order.state,
      ticket_order.total_minor, ticket_order.currency, ticket_order.created_at AS ordered_at,
      ticket_order.paid_at`,
    from: (whose) => sql`
      FROM ticket_orders AS ticket_order JOIN events AS event ON event.id = ticket_order.event_id
      JOIN class_types AS class_type ON class_type.id = event.class_type_id
      JOIN occurrences AS o ON o.id = event.id
      WHERE ${mine('ticket_order', whose)} ORDER BY ticket_order.created_at, ticket_order.id`,
  },
  ...moneyFiles,
  ...levelFiles,
  ...trainingFiles,
  {
    file: 'packs',
    tables: ['lots'],
    columns: ['pack', 'starts_on', 'expires_on', 'bought_at', 'refunded_at'],
    select: sql`package.name AS pack, lot.starts_on, lot.expires_on,
      lot.purchased_at AS bought_at, lot.refunded_at`,
    from: (whose) => sql`
      FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
      WHERE ${mine('lot', whose)} ORDER BY lot.purchased_at, lot.id`,
  },
  {
    file: 'your-account',
    tables: ['open_items'],
    columns: ['what', 'amount_minor', 'currency', 'working', 'state', 'at', 'settled_at'],
    select: sql`item.kind AS what, item.amount_minor, item.currency, item.working, item.state,
      item.created_at AS at, item.settled_at`,
    from: (whose) => sql`
      FROM open_items AS item WHERE ${mine('item', whose)} ORDER BY item.created_at, item.id`,
  },
  {
    file: 'fees',
    tables: ['fees'],
    columns: ['what', 'amount_minor', 'currency', 'state', 'due_at', 'at'],
    select: sql`fee.kind AS what, fee.amount_minor, fee.currency, fee.state, fee.due_at,
      fee.created_at AS at`,
    from: (whose) => sql`
      FROM fees AS fee WHERE ${mine('fee', whose)} ORDER BY fee.created_at, fee.id`,
  },
  {
    file: 'documents-signed',
    tables: ['signatures'],
    columns: [
      ...['document', 'version', 'signer_name', 'signed_as', 'on_paper', 'signed_at'],
      ...['withdrawn_at', 'text'],
    ],
    select: sql`document.name AS document, signature.number AS version, signature.signer_name,
      signature.signed_as, signature.on_paper, signature.signed_at, signature.withdrawn_at,
      version.text`,
    from: (whose) => sql`
      FROM signatures AS signature JOIN documents AS document ON document.id = signature.document_id
      LEFT JOIN document_versions AS version ON version.studio_id = signature.studio_id
        AND version.document_id = signature.document_id AND version.number = signature.number
      WHERE ${mine('signature', whose)} ORDER BY signature.signed_at, signature.id`,
  },
  {
    file: 'consents',
    tables: ['consents'],
    columns: ['channel', 'purpose', 'given', 'version', 'text', 'where', 'at'],
    select: sql`consent.channel, consent.purpose, consent.given, text.version, text.text,
      consent.source AS "where", consent.at`,
    from: (whose) => sql`
      FROM consents AS consent LEFT JOIN consent_texts AS text ON text.id = consent.text_id
      WHERE ${mine('consent', whose)} ORDER BY consent.seq`,
  },
  ...wordFiles,
  {
    file: 'notifications',
    tables: ['reminder_choices', 'notification_choices', 'push_devices'],
    columns: ['what', 'choice'],
    select: sql`chosen.what, chosen.choice`,
    from: (whose) => sql`FROM (
      SELECT 'reminders' AS what, choice.way || ', ' || choice.minutes || ' minutes before' AS choice
      FROM reminder_choices AS choice WHERE ${mine('choice', whose)}
      UNION ALL SELECT choice.kind, 'not by ' || choice.channel
      FROM notification_choices AS choice WHERE ${mine('choice', whose)}
      UNION ALL SELECT 'push messages', 'on ' || device.name || ' since ' || device.created_at
      FROM push_devices AS device WHERE ${mine('device', whose)}) AS chosen ORDER BY 1`,
  },
  {
    file: 'asked-by-the-studio',
    tables: ['person_field_values'],
    columns: ['asked', 'answer'],
    select: sql`field.name AS asked, answer.value AS answer`,
    from: (whose) => sql`
      FROM person_field_values AS answer JOIN person_fields AS field ON field.id = answer.field_id
      WHERE ${mine('answer', whose)} ORDER BY field.position, field.id`,
  },
  {
    file: 'visits',
    tables: ['arrivals'],
    columns: ['arrived_at', 'how', 'class_before', 'taken_back_at'],
    select: sql`arrival.arrived_at, arrival.method AS how,
      coalesce(arrival.brought_from, '') AS class_before, arrival.undone_at AS taken_back_at`,
    from: (whose) => sql`
      FROM arrivals AS arrival WHERE ${mine('arrival', whose)}
      ORDER BY arrival.arrived_at, arrival.id`,
  },
  {
    file: 'doors',
    tables: ['door_openings'],
    columns: ['at', 'door', 'answer'],
    select: sql`opening.at, door.name AS door, opening.reason AS answer`,
    from: (whose) => sql`
      FROM door_openings AS opening JOIN doors AS door ON door.id = opening.door_id
      WHERE ${mine('opening', whose)} ORDER BY opening.at, opening.id`,
  },
  {
    file: 'how-you-found-us',
    tables: ['leads'],
    columns: ['interest', 'preferred_times', 'campaign', 'at'],
    select: sql`lead.interest, lead.preferred_times, lead.campaign, lead.created_at AS at`,
    from: (whose) => sql`
      FROM leads AS lead WHERE ${mine('lead', whose)} ORDER BY lead.created_at, lead.id`,
  },
  {
    // Who the other is isn't theirs to take.
    file: 'booking-for-each-other',
    tables: ['booking_agreements'],
    columns: ['agreed_to', 'agreed_at', 'ended_at'],
    select: sql`agreement.said AS agreed_to, coalesce(agreement.agreed_at, '') AS agreed_at,
      coalesce(agreement.ended_at, '') AS ended_at`,
    from: (whose) => sql`
      FROM booking_agreements AS agreement WHERE ${mine('agreement', whose)}
      ORDER BY agreement.created_at, agreement.id`,
  },
  {
    file: 'friends-you-brought',
    tables: ['referral_links'],
    columns: ['code', 'friend_came_at', 'credit_minor'],
    select: sql`own.code, coalesce(brought.came_at, '') AS friend_came_at,
      coalesce(brought.referrer_minor, 0) AS credit_minor`,
    from: (whose) => sql`
      FROM referral_links AS own LEFT JOIN referrals AS brought
        ON brought.studio_id = own.studio_id AND brought.referrer_id = own.person_id
      WHERE ${mine('own', whose)} ORDER BY brought.came_at`,
  },
  {
    file: 'notices',
    tables: ['notices'],
    columns: ['text', 'at', 'read_at'],
    select: sql`notice.text, notice.created_at AS at, notice.read_at`,
    from: (whose) => sql`
      FROM notices AS notice WHERE ${mine('notice', whose)}
      ORDER BY notice.created_at, notice.id`,
  },
  {
    // Of an address that somebody else here has as well, it cannot be told whose a letter is.
    file: 'emails',
    tables: [],
    columns: ['subject', 'text', 'written_at'],
    select: sql`letter.subject, letter.text,
      strftime('%Y-%m-%dT%H:%M:%SZ', letter.created_at_ms / 1000, 'unixepoch') AS written_at`,
    from: ({ studioId, personId }) => sql`
      FROM people AS person JOIN outbox AS letter ON letter.studio_id = person.studio_id
        AND letter.recipient = person.email AND letter.channel = 'email' AND letter.text <> ''
      WHERE person.studio_id = ${studioId} AND person.id = ${personId} AND person.email <> ''
        AND NOT EXISTS (SELECT 1 FROM people AS other
          WHERE other.studio_id = person.studio_id AND other.email = person.email
            AND other.id <> person.id)
      ORDER BY letter.created_at_ms, letter.id`,
  },
]
