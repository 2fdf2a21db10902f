/**
 * Posts whose form stands on no page as the demo's moment has it (a course that waits for a
 * decision, an import that runs), written as that form would send them.
 */
import type { Role } from '#app/domain/scope/permissions.ts'
import { addMinutes } from '#app/values/instant.ts'
import { demoNow } from '../demo-moment.ts'

export type Handmade = {
  as: Role
  pattern: string
  /** Answers the values of the body from Northside's own records; ?1 is the studio, ?2 the member. */
  body?: string
  /** Answers the pattern's parameters, where not any record will do. */
  on?: string
  /** What else is sent. */
  also?: Record<string, string>
  /** It is sent as data: the one value, which is JSON. */
  json?: true
}

const schedule = '/:studio/manage/schedule'
const aPerson =
  'SELECT id AS personId FROM people WHERE studio_id = ?1 AND is_staff = 0 AND archived_at IS NULL'
/** Somebody who is looked after and has no membership. */
const aChild = `FROM guardians WHERE guardians.studio_id = ?1
  AND guardians.dependant_id NOT IN (SELECT person_id FROM memberships WHERE studio_id = ?1)
  ORDER BY guardians.dependant_id, guardians.guardian_id`
const bookedOf =
  "(SELECT count(*) FROM bookings AS b WHERE b.occurrence_id = o.id AND b.state = 'booked')"
/** Classes of the next days that the member has no place in, with places or without. */
const aClass = (places: 'free' | 'full') => `FROM occurrences AS o
  WHERE o.studio_id = ?1 AND o.kind = 'class' AND o.state = 'scheduled'
    AND o.starts_at BETWEEN '${addMinutes(demoNow, 60 * 14)}' AND '${addMinutes(demoNow, 60 * 24 * 14)}'
    AND ${bookedOf} ${places === 'full' ? '>=' : '<'} o.capacity AND NOT EXISTS (SELECT 1
      FROM bookings AS b WHERE b.occurrence_id = o.id AND b.person_id = ?2)
  ORDER BY o.starts_at`

/** A pack with credits that is no intro offer, the same wherever it is named. */
const aPack = `FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
  WHERE lot.studio_id = ?1 AND lot.refunded_at IS NULL AND package.once_per_person = 0
    AND lot.expires_on BETWEEN '${demoNow.slice(0, 10)}' AND '9999'
    AND (SELECT sum(amount) FROM entries WHERE lot_id = lot.id) > 0
  ORDER BY lot.expires_on DESC, lot.id`

/** A workout that the member has finished. */
const aWorkout = `FROM workout_logs AS log WHERE log.studio_id = ?1 AND log.person_id = ?2
  AND log.state = 'finished' AND EXISTS (SELECT 1 FROM workout_sets AS done
    WHERE done.log_id = log.id AND done.exercise_id NOT GLOB '~*')
  ORDER BY log.local_start DESC, log.id`
/** A set of it, as a phone says it. */
const aSet = `json_object('id', s.id, 'exerciseId', s.exercise_id, 'entry', s.entry, 'n', s.n,
  'type', s.type, 'side', s.side, 'grams', s.grams, 'reps', s.reps, 'seconds', s.seconds,
  'metres', s.metres, 'rpe', s.rpe, 'rir', s.rir, 'doneAt', s.done_at,
  'changedMs', s.changed_ms + 1, 'removed', json('false'))`

/** What a person without a page of their own is asked for first is found by a search. */
const ofPeople: Handmade[] = [
  {
    as: 'owner',
    pattern: '/:studio/manage/studio/messenger/new?person=:person',
    on: `SELECT id AS person FROM people
      WHERE studio_id = ?1 AND is_staff = 0 AND archived_at IS NULL ORDER BY id`,
    also: { key: '0123456789Ao', text: 'Are you coming?', channel: 'app' },
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/studio/messenger/group?class=:class',
    on: `SELECT id AS class FROM occurrences WHERE studio_id = ?1 AND kind = 'class' ORDER BY id`,
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/training/coaching',
    body: `SELECT id AS person, (SELECT id FROM people WHERE studio_id = ?1
        AND email LIKE 'coach@%') AS coach
      FROM people WHERE studio_id = ?1 AND is_staff = 0 AND archived_at IS NULL
        AND id NOT IN (SELECT person_id FROM coaching_relations WHERE studio_id = ?1) ORDER BY id`,
    also: { key: '0123456789Ap', perWeek: '2' },
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/training/skilltree/:skill/assess',
    body: `SELECT id AS person FROM people
      WHERE studio_id = ?1 AND is_staff = 0 AND archived_at IS NULL ORDER BY id`,
    also: { key: '0123456789Aq', on: demoNow.slice(0, 10), left: '1', right: '1' },
  },
]

/** What a phone sends of a workout, and the buttons beside one. */
const ofWorkouts: Handmade[] = [
  {
    as: 'member',
    pattern: '/:studio/workout/:workout/active',
    on: `SELECT log.id AS workout ${aWorkout}`,
    also: { entry: 'e1', n: '1', weight: '20', reps: '5', time: '', distance: '' },
  },
  {
    as: 'member',
    pattern: '/:studio/workout/:workout/state',
    on: `SELECT log.id AS workout ${aWorkout}`,
    also: { act: 'say', effort: 'right', note: 'Well' },
  },
  {
    as: 'member',
    pattern: '/:studio/workout/:workout/sync',
    on: `SELECT log.id AS workout ${aWorkout}`,
    body: `SELECT json_object('device', 'phone', 'sets', json_array(${aSet}),
        'plan', json_object('ms', log.plan_ms + 1, 'is', json(log.plan))) AS said
      FROM workout_sets AS s JOIN (SELECT id, plan, plan_ms ${aWorkout} LIMIT 1) AS log
        ON log.id = s.log_id
      WHERE s.studio_id = ?1 AND s.exercise_id NOT GLOB '~*' ORDER BY s.id`,
    json: true,
  },
  {
    as: 'member',
    pattern: '/:studio/workout/routines/:routine/removal',
    on: 'SELECT id AS routine FROM workout_routines WHERE studio_id = ?1 AND person_id = ?2',
  },
]

export const handmade: Handmade[] = [
  // Pages of the walk begin the day, after which nothing of it can be changed.
  {
    as: 'owner',
    pattern: '/:studio/manage/training/grading/:grading/edit',
    on: "SELECT id AS grading FROM gradings WHERE studio_id = ?1 AND state = 'open' ORDER BY id",
    body: `SELECT (SELECT id FROM people WHERE studio_id = ?1 AND is_staff = 1 ORDER BY id) AS panel,
        CAST(version AS TEXT) AS version, on_date AS onDate,
        starts_at AS startsAt, place, answer_by AS answerBy, items
      FROM gradings WHERE studio_id = ?1 AND state = 'open' ORDER BY id`,
    // Of one that is there neither is read.
    also: { fee: '25.00', key: '0123456789Ar', level: '0123456789As' },
  },
  ...ofPeople,
  ...ofWorkouts,
  // Its buttons stand beside who is invited, until the day begins.
  {
    as: 'owner',
    pattern: '/:studio/manage/training/grading/:grading/step',
    on: `SELECT grading_id AS grading FROM grading_candidates
      WHERE studio_id = ?1 ORDER BY grading_id, person_id`,
    body: `SELECT person_id AS person FROM grading_candidates
      WHERE studio_id = ?1 ORDER BY grading_id, person_id`,
    also: { act: 'refuse' },
  },
  // Score sheets send them with a script.
  {
    as: 'owner',
    pattern: '/:studio/manage/training/grading/:grading/marks',
    on: "SELECT id AS grading FROM gradings WHERE studio_id = ?1 AND state = 'locked' ORDER BY id",
    body: `SELECT candidate.person_id AS person FROM grading_candidates AS candidate
      JOIN gradings AS grading ON grading.id = candidate.grading_id AND grading.state = 'locked'
      WHERE candidate.studio_id = ?1 AND candidate.state = 'confirmed' ORDER BY grading.id`,
    also: {
      marks: JSON.stringify([{ item: 'Entry and exit', side: '', mark: 'pass', madeAtMs: 1 }]),
    },
  },
  // Its form stands beside each person who stays away; nobody does here.
  {
    as: 'owner',
    pattern: '/:studio/manage/sales/retention',
    body: 'SELECT id AS person FROM people WHERE studio_id = ?1 AND is_staff = 0 ORDER BY id',
    also: { key: '0123456789An', how: 'call', note: '' },
  },
  // Its button stands beside one person’s days.
  { as: 'owner', pattern: '/:studio/manage/training/skilltree/assessments/:assessment/undo' },
  // Its button stands where a ladder has no levels.
  { as: 'owner', pattern: '/:studio/manage/training/levels/:ladder/removal' },
  {
    as: 'owner',
    pattern: '/:studio/manage/sales/packages/credits',
    body: `SELECT lot.id || ':' || lot.expires_on AS lots ${aPack}`,
    also: { act: 'credits', key: '0123456789Aj', credits: '1', reason: 'Kind' },
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/members/members/:person/transfer',
    on: `SELECT lot.person_id AS person ${aPack}`,
    body: `SELECT lot.id AS lot,
        (SELECT CAST(sum(amount) AS TEXT) FROM entries WHERE lot_id = lot.id) AS "left",
        (SELECT id FROM people WHERE studio_id = ?1 AND is_staff = 0 AND archived_at IS NULL
          AND banned_at IS NULL AND id <> lot.person_id ORDER BY id) AS "to" ${aPack}`,
    also: { key: '0123456789Ak', reason: 'Moves away' },
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/members/leads/:lead/next',
    on: "SELECT id AS lead FROM leads WHERE studio_id = ?1 AND state = 'open'",
    also: { done: '1' },
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/members/leads/:lead/conversion',
    on: "SELECT id AS lead FROM leads WHERE studio_id = ?1 AND state = 'open'",
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/members/leads/bulk',
    body: `SELECT id AS l, (SELECT id FROM people WHERE studio_id = ?1 AND is_staff = 1
        AND archived_at IS NULL ORDER BY id) AS ownerId
      FROM leads WHERE studio_id = ?1 AND state = 'open' ORDER BY id`,
    also: { act: 'assign' },
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/settings/lead-capture/spam',
    body: 'SELECT id FROM lead_submissions WHERE studio_id = ?1',
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/studio/staff/pay/:month',
    on: 'SELECT substr(work_on, 1, 7) AS month FROM pay_lines WHERE studio_id = ?1 AND run_id IS NULL',
    also: { act: 'review' },
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/studio/staff/pay/:month/line/:line/removal',
  },
  { as: 'owner', pattern: '/:studio/manage/studio/rota/copy' },
  { as: 'owner', pattern: '/:studio/manage/studio/rota/publish' },
  {
    as: 'coach',
    pattern: '/:studio/manage/studio/rota',
    body: 'SELECT id AS shift FROM shifts WHERE studio_id = ?1 AND person_id IS NULL ORDER BY id',
  },
  { as: 'owner', pattern: '/:studio/manage/studio/files/:file/versions' },
  { as: 'owner', pattern: '/:studio/manage/members/members/bulk/:bulk/continue' },
  { as: 'owner', pattern: '/:studio/manage/sales/memberships/freezes/:run' },
  {
    as: 'owner',
    pattern: '/:studio/manage/sales/memberships/freeze',
    body: `SELECT id || ':' || version AS memberships FROM memberships
      WHERE studio_id = ?1 AND state = 'active' ORDER BY id`,
    also: { key: '0123456789Al', from: '2027-05-03', until: '2027-05-23', reason: 'Works' },
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/members/members/:person/family',
    on: 'SELECT dependant_id AS person FROM guardians WHERE studio_id = ?1',
    body: 'SELECT guardian_id AS relative FROM guardians WHERE studio_id = ?1',
    also: { act: 'add-guardian' },
  },
  { as: 'owner', pattern: '/:studio/manage/members/members/:person/account' },
  {
    as: 'owner',
    pattern: '/:studio/manage/members/members/:person/join',
    on: `SELECT guardians.dependant_id AS person ${aChild}`,
    body: `SELECT guardians.guardian_id AS payer, (SELECT id FROM plans
        WHERE studio_id = ?1 AND archived_at IS NULL ORDER BY name) AS offer ${aChild}`,
    also: { key: '0123456789Ai', startsOn: demoNow.slice(0, 10), method: 'later', note: '' },
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/members/members/:person/pay-out',
    on: "SELECT person_id AS person FROM open_items WHERE studio_id = ?1 AND kind = 'refund'",
    body: "SELECT id AS item FROM open_items WHERE studio_id = ?1 AND kind = 'refund'",
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/sales/invoices/bulk',
    body: `SELECT id AS i FROM invoices
      WHERE studio_id = ?1 AND kind = 'invoice' AND state = 'open' ORDER BY number`,
    also: { act: 'mail', key: '0123456789Aj', reason: '' },
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/sales/invoices/:invoice/collecting',
    on: "SELECT invoice_id AS invoice FROM collection_steps WHERE studio_id = ?1 AND kind = 'charge'",
    body: "SELECT id AS step FROM collection_steps WHERE studio_id = ?1 AND kind = 'charge'",
    also: { act: 'skip' },
  },
  { as: 'member', pattern: '/:studio/forms/:form/thanks' },
  { as: 'owner', pattern: '/:studio/manage/members/import/:import', also: { order: 'dmy' } },
  { as: 'owner', pattern: '/:studio/manage/members/import/:import/commit' },
  { as: 'owner', pattern: '/:studio/manage/members/import/:import/discard' },
  { as: 'owner', pattern: '/:studio/manage/members/import/:import/roll-back' },
  {
    as: 'owner',
    pattern: `${schedule}/copy`,
    body: "SELECT id AS series FROM series WHERE studio_id = ?1 AND rrule <> '' AND ended_at IS NULL",
    also: { key: '0123456789Ac', from: '2027-03-15', weeks: '2', to: '2027-05-31', as: 'draft' },
  },
  { as: 'owner', pattern: `${schedule}/copy/:copy` },
  {
    as: 'owner',
    pattern: `${schedule}/appointments/:appointment`,
    body: `SELECT b.id AS bookingId FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ?1 AND o.kind = 'appointment' ORDER BY o.starts_at DESC`,
    also: { act: 'arrive' },
  },
  {
    as: 'owner',
    pattern: `${schedule}/classes/:occurrence/walk-ins`,
    body: aPerson,
    also: { pay: 'card' },
  },
  {
    as: 'owner',
    pattern: `${schedule}/classes/:occurrence/message`,
    also: { key: '0123456789Ad', to: 'booked', subject: 'Bring socks', text: 'It is cold.' },
  },
  { as: 'owner', pattern: `${schedule}/closures/:closure/continue` },
  {
    as: 'owner',
    pattern: `${schedule}/closures/preview`,
    body: 'SELECT id AS locationId FROM locations WHERE studio_id = ?1',
    also: {
      key: '0123456789Ae',
      name: 'Repairs',
      from: '2027-05-03',
      until: '2027-05-03',
      message: 'Closed for repairs',
    },
  },
  ...['courses', 'workshops'].map(
    (kind): Handmade => ({
      as: 'owner',
      pattern: `${schedule}/${kind}/:course/enrolments`,
      body: aPerson,
    }),
  ),
  { as: 'owner', pattern: `${schedule}/courses/:course/decision`, also: { act: 'publish' } },
  { as: 'owner', pattern: `${schedule}/events/:event/publication` },
  {
    as: 'owner',
    pattern: `${schedule}/events/:event/holds`,
    body: `SELECT id AS "order" FROM ticket_orders WHERE studio_id = ?1 AND state = 'held'`,
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/members/members/:person/fees/:fee',
    also: { act: 'waive', reason: 'Kind' },
  },
  {
    as: 'owner',
    pattern: `${schedule}/publish/discard`,
    body: `SELECT occurrence_id || ':0' AS row FROM planned_changes WHERE studio_id = ?1`,
  },
  { as: 'owner', pattern: '/:studio/manage/training/exercises/import/:import/discard' },
  {
    as: 'owner',
    pattern: '/:studio/manage/training/videos/:video/parts',
    also: { act: 'begin', name: 'spin.mp4', bytes: '4000' },
  },
  { as: 'member', pattern: '/:studio/home/videos/:video/place', also: { stoppedAt: '0:01' } },
  { as: 'owner', pattern: '/:studio/manage/training/exercises/:exercise/separation' },
  // Its page offers exercises of one name, which a library may have none of.
  {
    as: 'owner',
    pattern: '/:studio/manage/training/exercises/:exercise/merge',
    body: `SELECT id AS other FROM exercises WHERE studio_id = ?1 AND merged_into IS NULL
      ORDER BY id DESC`,
    also: { stays: 'this' },
  },
  {
    as: 'owner',
    pattern: '/:studio/manage/studio/reception/taps',
    body: `SELECT json_array(json_object('key', '0123456789Af', 'bookingId', b.id, 'method', 'name',
        'ago', 0, 'override', '')) AS taps
      FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ?1 AND b.state = 'booked' AND o.kind = 'class' ORDER BY o.starts_at`,
  },
  { as: 'member', pattern: '/:studio/bookings/:booking/spot', also: { spot: '' } },
  { as: 'member', pattern: '/:studio/bookings/:booking/offer', also: { answer: 'take' } },
  { as: 'member', pattern: '/:studio/repeats/:standing/removal' },
  { as: 'member', pattern: '/:studio/wishes/:wish/removal' },
  { as: 'member', pattern: '/:studio/appointments/:appointment' },
  { as: 'member', pattern: '/:studio/appointments/:appointment/cancellation' },
  {
    as: 'member',
    pattern: '/:studio/home/timetable/:occurrence/booking',
    on: `SELECT o.id AS occurrence ${aClass('free')}`,
    body: "SELECT 'membership:' || id AS pay FROM memberships WHERE studio_id = ?1 AND person_id = ?2",
  },
  {
    as: 'member',
    pattern: '/:studio/home/timetable/:occurrence/wish',
    on: `SELECT o.id AS occurrence ${aClass('full')}`,
    body: `SELECT o.id AS also ${aClass('full')} DESC`,
    also: { key: '0123456789Ag' },
  },
  { as: 'member', pattern: '/:studio/home/programs/:classid/withdrawal' },
  {
    as: 'member',
    pattern: '/:studio/home/programs/:classid/transfer',
    body: 'SELECT id AS "to" FROM courses WHERE studio_id = ?1 AND kind = \'course\'',
  },
  { as: 'member', pattern: '/:studio/tickets/:token', also: { act: 'confirm' } },
  { as: 'member', pattern: '/:studio/checkout/confirm/:token' },
  {
    as: 'member',
    pattern: '/:studio/portal/invoices/:invoice',
    also: { key: '0123456789Ah', by: 'gift_card', code: 'NONE-NONE' },
  },
  {
    as: 'member',
    pattern: '/:studio/tickets/:token/:ticket',
    also: { act: 'back', percent: '100' },
  },
]

/** Posts that name no record, with what they do. */
export const nameless: Record<string, string> = {
  '/:studio/manage/pictures/:folder': 'stores a picture in a folder of the studio itself',
  '/:studio/join': 'joins the studio of its address',
  '/:studio/pay-link/:secret': 'opens by a secret that is kept as its hash (paying-online.test.ts)',
  '/:studio/offers/:offer': 'starts at the offer of its address, which is the studio’s own',
  '/:studio/kiosk': 'answers to the tablet that was made one alone (walls.test.ts)',
  '/:studio/kiosk/open': 'opens by a secret that is used once, kept as its hash',
}
