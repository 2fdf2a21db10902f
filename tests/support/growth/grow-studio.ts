/**
 * Makes a studio as large as it is told, by statements that make their own rows out of the
 * studio's: members with accounts, years of classes before the ones it has, and what both leave
 * behind.
 */
import type { LocalDatabases } from '../../../scripts/local-server.ts'

export type StudioSize = { people: number; bookings: number }

/** Bookings of each class that is added, and such classes a day. */
const perClass = 16
const perDay = 12

/**
 * Days between the studio's own classes and those that are added: what pages tell of the last weeks
 * and the last year is the same in both sizes.
 */
const before = 400

/** Rows that one statement makes. */
const atOnce = 5_000

/** One of a few words, by a number that SQL works out. */
const pick = (by: string, words: string) =>
  `CASE (${by}) % ${words.split(' ').length} ${words
    .split(' ')
    .map((word, i) => `WHEN ${i} THEN '${word}'`)
    .join(' ')} END`

const name = `${pick('n', 'Ana Ben Cleo Dara Eli Femi Gwen Hana Ivo Jude Kai Lena Maya')} || ' ' ||
  ${pick('n / 13', 'Adeyemi Brown Costa Diaz Evans Fischer Green Hughes Ito Jones Kaya')}`

/** Ids of what belongs to the person and the class of a number. */
const idOf = (kind: string, n = 'n') => `printf('grown${kind}%07d', ${n})`
const accountOf = "printf('00000000-0000-4000-8000-%012d', n)"

/**
 * Adds people and bookings until the studio has `size`; may be called again with a larger one. All
 * of it is older than anything the studio has of its own, so that pages go on showing the same.
 */
export async function growStudio(
  { DIRECTORY, STUDIOS_0 }: LocalDatabases,
  studioId: string,
  size: StudioSize,
): Promise<void> {
  const own = await STUDIOS_0.prepare(
    `SELECT min(joined_on) AS since,
        (SELECT min(substr(local_start, 1, 10)) FROM occurrences
          WHERE studio_id = ?1 AND id NOT GLOB 'grown*') AS firstDay,
        (SELECT count(*) FROM bookings WHERE studio_id = ?1 AND id NOT GLOB 'grown*') AS bookings,
        (SELECT count(*) FROM occurrences WHERE studio_id = ?1 AND id GLOB 'grown*') AS classesAdded,
        count(*) AS people, (SELECT count(*) FROM people WHERE id GLOB 'grown*') AS peopleAdded
      FROM people WHERE studio_id = ?1 AND id NOT GLOB 'grown*'`,
  )
    .bind(studioId)
    .first<Record<'bookings' | 'classesAdded' | 'people' | 'peopleAdded', number> & Days>()
  if (!own) throw new Error(`There is no studio ${studioId}`)
  const people = { from: own.peopleAdded, until: size.people - own.people }
  const classes = {
    from: own.classesAdded,
    until: Math.ceil((size.bookings - own.bookings) / perClass),
  }
  for (const grown of growthOf(people, classes, own))
    await add(grown.of === 'account' ? DIRECTORY : STUDIOS_0, studioId, grown)
}

type Days = { since: string; firstDay: string }
type Span = { from: number; until: number }
type Grown = {
  of?: 'account'
  table: string
  span: Span
  /** Which of the studio's own rows are taken as they are but for what is set. */
  model?: string
  set: Record<string, string>
}

function growthOf(people: Span, classes: Span, { since, firstDay }: Days): Grown[] {
  const scaled = ({ from, until }: Span, by: number): Span => ({
    from: Math.floor(from * by),
    until: Math.floor(until * by),
  })
  const joined = `date('${since}', '-' || (n * 37 % 1800 + 60) || ' days')`
  const joinedAt = `${joined} || 'T10:00:00Z'`
  const day = `date('${firstDay}', '-' || ((n - 1) / ${perDay} + ${before}) || ' days')`
  const hour = `printf('%02d', 6 + (n - 1) % ${perDay})`
  const bookings = scaled(classes, perClass)
  const classOf = `((n - 1) / ${perClass} + 1)`
  const personOf = `(n * 7919 % ${people.until} + 1)`
  const longAgo = "'2019-01-01T10:00:00Z'"
  return [
    {
      of: 'account',
      table: 'auth_users',
      span: people,
      model: 'password_hash IS NOT NULL',
      set: { id: accountOf, email: "'grown' || n || '@a.example.test'", created_at: joinedAt },
    },
    {
      of: 'account',
      table: 'users',
      span: people,
      set: { auth_id: accountOf, name, studio_id: '?3', role_id: "'member'" },
    },
    {
      of: 'account',
      table: 'affiliations',
      span: people,
      model: "studio_id = ?3 AND role_id = 'member'",
      set: { user_id: accountOf, person_id: idOf('person') },
    },
    {
      table: 'people',
      span: people,
      // Members like most: those whom the lists of a few are about are the studio's own.
      model: `is_staff = 0 AND prospect = 0 AND archived_at IS NULL AND banned_at IS NULL
        AND do_not_contact_at IS NULL AND id NOT GLOB 'grown*'`,
      set: {
        id: idOf('person'),
        user_id: accountOf,
        name,
        preferred_name: "''",
        phone: "''",
        email: "'grown' || n || '@a.example.test'",
        photo: "''",
        last_visit_at: longAgo,
        tags: "iif(n % 20 = 0, 'newsletter', '')",
        joined_on: joined,
        created_at: joinedAt,
        birth_date: "'1990-05-05'",
      },
    },
    {
      table: 'memberships',
      span: people,
      model: "state = 'active' AND ends_on IS NULL AND id NOT GLOB 'grown*'",
      set: {
        frozen_from: 'NULL',
        frozen_until: 'NULL',
        id: idOf('member'),
        person_id: idOf('person'),
        starts_on: joined,
        purchased_at: joinedAt,
      },
    },
    {
      table: 'lots',
      span: people,
      set: {
        id: idOf('lot'),
        person_id: idOf('person'),
        purchased_at: longAgo,
        starts_on: "'2019-01-01'",
        expires_on: "'2019-04-01'",
        refunded_at: 'NULL',
      },
    },
    ...['grant', 'expire'].map((kind) => ({
      table: 'entries',
      span: people,
      model: `kind = 'grant'`,
      set: {
        seq: `-2 * n - ${kind === 'grant' ? 1 : 0}`,
        kind: `'${kind}'`,
        booking_id: 'NULL',
        lot_id: idOf('lot'),
        person_id: idOf('person'),
        created_at: longAgo,
        amount: kind === 'grant' ? 'amount' : '-amount',
      },
    })),
    {
      table: 'notices',
      span: people,
      set: {
        id: idOf('notice'),
        person_id: idOf('person'),
        dedupe_key: idOf('notice'),
        created_at: longAgo,
        read_at: longAgo,
      },
    },
    {
      table: 'open_items',
      span: people,
      set: {
        id: idOf('item'),
        person_id: idOf('person'),
        dedupe_key: idOf('item'),
        subject_id: idOf('item'),
        state: "'settled'",
        created_at: longAgo,
        settled_at: longAgo,
        invoice_id: idOf('invoice'),
        paid_minor: 'amount_minor',
      },
    },
    {
      table: 'invoices',
      span: people,
      model: "kind = 'invoice' AND id NOT GLOB 'grown*'",
      set: {
        id: idOf('invoice'),
        person_id: idOf('person'),
        number: '-n - 1',
        reference: "'G' || n",
        state: "'paid'",
        created_at: longAgo,
        issued_on: "'2019-01-01'",
        due_on: "'2019-01-01'",
      },
    },
    {
      table: 'payments',
      span: people,
      model: "id NOT GLOB 'grown*'",
      set: {
        id: idOf('payment'),
        person_id: idOf('person'),
        taken_at: longAgo,
        taken_on: "'2019-01-01'",
      },
    },
    {
      table: 'allocations',
      span: people,
      model: "id NOT GLOB 'grown*'",
      set: {
        id: idOf('part'),
        payment_id: idOf('payment'),
        invoice_id: idOf('invoice'),
      },
    },
    {
      table: 'occurrences',
      span: classes,
      model: "kind = 'class' AND state = 'reconciled' AND id NOT GLOB 'grown*'",
      set: {
        id: idOf('class'),
        local_start: `${day} || 'T' || ${hour} || ':00'`,
        recurrence_key: `${day} || 'T' || ${hour} || ':00'`,
        substituted_coach_id: 'NULL',
        starts_at: `${day} || 'T' || ${hour} || ':00:00Z'`,
        ends_at: `${day} || 'T' || ${hour} || ':50:00Z'`,
      },
    },
    {
      table: 'class_flows',
      span: classes,
      model: "occurrence_id NOT GLOB 'grown*'",
      set: { occurrence_id: idOf('class'), version: '1' },
    },
    {
      table: 'bookings',
      span: bookings,
      model: "state = 'attended' AND lot_id IS NULL AND id NOT GLOB 'grown*'",
      set: {
        // The older the class, the earlier it was booked.
        seq: '-n',
        id: idOf('booking'),
        occurrence_id: idOf('class', classOf),
        person_id: idOf('person', personOf),
        membership_id: idOf('member', personOf),
        state: pick('n', 'attended attended attended no_show cancelled_on_time'),
        spot: "''",
        enrolment_id: 'NULL',
        make_up_id: 'NULL',
        wish_id: 'NULL',
        standing_id: 'NULL',
        guest_of: 'NULL',
        created_at: longAgo,
        promoted_at: 'NULL',
      },
    },
    {
      table: 'arrivals',
      span: scaled(bookings, 0.1),
      set: {
        id: idOf('arrival'),
        person_id: idOf('person', personOf),
        client_key: idOf('arrival'),
        booking_id: idOf('booking', '10 * n'),
        arrived_at: longAgo,
        recorded_at: longAgo,
      },
    },
    {
      table: 'fees',
      span: scaled(bookings, 0.05),
      set: {
        id: idOf('fee'),
        person_id: idOf('person', personOf),
        state: "'waived'",
        booking_id: idOf('booking', '20 * n'),
        due_at: longAgo,
        created_at: longAgo,
      },
    },
    {
      table: 'audit_entries',
      span: scaled(bookings, 0.1),
      set: {
        id: idOf('audit'),
        subject_kind: "'person'",
        created_at: longAgo,
        subject_id: idOf('person', personOf),
      },
    },
    {
      table: 'outbox',
      span: scaled(bookings, 0.1),
      set: {
        id: idOf('mail'),
        dedupe_key: idOf('mail'),
        state: "'sent'",
        recipient: "''",
        text: "''",
        html: "''",
        created_at_ms: '1546300800000 + n',
        sent_at_ms: '1546300900000',
      },
    },
    {
      table: 'happenings',
      span: scaled(classes, 0.2),
      set: {
        seq: '-n',
        id: idOf('happening'),
        subject_id: idOf('class'),
        at: longAgo,
        told_until: 'NULL',
      },
    },
    {
      table: 'tasks',
      span: scaled(classes, 0.2),
      set: {
        id: idOf('task'),
        cause_ref: idOf('class'),
        state: "'done'",
        due_at: longAgo,
        done_at: longAgo,
        created_at: longAgo,
      },
    },
  ]
}

/** Adds one row for each number of the span, each made of one of the models in turn. */
async function add(
  database: D1Database,
  studioId: string,
  { of, table, span, model, set }: Grown,
): Promise<void> {
  const columns = await database
    .prepare(`SELECT name FROM pragma_table_info('${table}')`)
    .all<{ name: string }>()
  const named = columns.results.map(({ name }) => name).filter((one) => one !== 'seq' || set.seq)
  const whose = model ?? (of === 'account' ? '1' : `id NOT GLOB 'grown*'`)
  const statement = database.prepare(
    // A class of a series that carries a plan has it by a trigger already.
    `INSERT ${table === 'class_flows' ? 'OR IGNORE ' : ''}INTO ${table} (${named.map((one) => `"${one}"`).join(', ')})
        WITH RECURSIVE numbers(n) AS (SELECT ?1 + 1 WHERE ?1 < ?2 UNION ALL
          SELECT n + 1 FROM numbers WHERE n < ?2),
        models AS MATERIALIZED (SELECT row_number() OVER () - 1 AS model_nr, * FROM ${table}
          WHERE ${whose} ${of === 'account' ? '' : 'AND studio_id = ?3'} LIMIT 24),
        counted AS MATERIALIZED (SELECT count(*) AS models FROM models)
        SELECT ${named.map((one) => set[one] ?? `"${one}"`).join(', ')}
        FROM numbers JOIN counted JOIN models ON model_nr = n % models
        WHERE ?3 <> ''`,
  )
  // Each is done before a connection that waits for it is given up.
  for (let from = span.from; from < span.until; from += atOnce)
    await statement.bind(from, Math.min(from + atOnce, span.until), studioId).run()
}
