import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * What may be booked one to one. The name, discipline, minutes and whether it is archived are in
 * the class type of kind `appointment` that has the same id.
 */
export const appointmentTypes = sqliteTable(
  'appointment_types',
  {
    /** The class type's id. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** In minor units, for one person or for all who come. */
    priceMinor: integer('price_minor').notNull(),
    pricePer: text('price_per', { enum: ['session', 'person'] }).notNull(),
    /** People at most, 1 to 3. */
    people: integer().notNull(),
    /** Minutes for which the coach is bound before and after. */
    bufferBefore: integer('buffer_before').notNull(),
    bufferAfter: integer('buffer_after').notNull(),
    /** Members book at least this many minutes and at most this many days ahead. */
    noticeMinutes: integer('notice_minutes').notNull(),
    aheadDays: integer('ahead_days').notNull(),
    /** Starts lie on this grid of the wall clock, in minutes. */
    gridMinutes: integer('grid_minutes').notNull(),
    /** True: staff confirm each request. */
    approval: integer({ mode: 'boolean' }).notNull(),
    /** A version of the policy; the newest of its name is in force. */
    policyId: text('policy_id').notNull(),
    /** Ids, separated by commas: where it may be, who gives it, which packages pay for it. */
    roomIds: text('room_ids').notNull(),
    coachIds: text('coach_ids').notNull(),
    packageIds: text('package_ids').notNull().default(''),
    /** Raised by each edit; a second editor is told. */
    version: integer().notNull().default(1),
  },
  (t) => [index('appointment_types_by_studio').on(t.studioId)],
)

/** Hours of a week in which a coach takes appointments: wall time and zone (R5). */
export const availability = sqliteTable(
  'availability',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    coachId: text('coach_id').notNull(),
    /** 1 is Monday (ISO 8601). */
    weekday: integer().notNull(),
    /** `09:00`; `until` may be `24:00`. */
    from: text().notNull(),
    until: text().notNull(),
    timeZone: text('time_zone').notNull(),
  },
  (t) => [uniqueIndex('availability_once').on(t.studioId, t.coachId, t.weekday, t.from, t.until)],
)

/** One date that is not as its week: hours away, or hours put on top. */
export const availabilityExceptions = sqliteTable(
  'availability_exceptions',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    coachId: text('coach_id').notNull(),
    date: text().notNull(),
    kind: text({ enum: ['away', 'extra'] }).notNull(),
    from: text().notNull(),
    until: text().notNull(),
    timeZone: text('time_zone').notNull(),
  },
  (t) => [
    uniqueIndex('availability_exceptions_once').on(
      t.studioId,
      t.coachId,
      t.date,
      t.kind,
      t.from,
      t.until,
    ),
  ],
)

/** SM-APPT. Arrived, completed and no-show are the states of its bookings. */
const appointmentStates = [
  'held',
  'requested',
  'confirmed',
  'lapsed',
  'declined',
  'cancelled',
  'late_cancelled',
  'studio_cancelled',
  'rescheduled',
] as const

/**
 * One appointment. Its time, coach and room are the occurrence of the same id; the people who come are
 * bookings of that.
 */
export const appointments = sqliteTable(
  'appointments',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    typeId: text('type_id').notNull(),
    /** Who booked it and owes its price. */
    personId: text('person_id').notNull(),
    state: text({ enum: appointmentStates }).notNull(),
    /** How many come, and who they are where they are not people of the studio. */
    people: integer().notNull().default(1),
    guests: text().notNull().default(''),
    /**
     * What it costs. While it is held: what the type asked, for a session or each person, when the
     * time was taken; that is what the person was shown, and it stands until they confirm.
     */
    priceMinor: integer('price_minor').notNull().default(0),
    /** Of a hold; null for one that is older than this column. */
    pricePer: text('price_per', { enum: ['session', 'person'] }),
    /** The appointment that is given up for this one when it is confirmed. */
    movesId: text('moves_id'),
    /** Weekly ones that were booked together. */
    groupId: text('group_id'),
    /** Why it was declined or cancelled. */
    reason: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    endedAt: text('ended_at'),
  },
  (t) => [
    index('appointments_by_person').on(t.studioId, t.personId, t.state),
    index('appointments_by_state').on(t.studioId, t.state),
  ],
)

/** A room or a coach that is out for a span; one of the two is set. */
export const blocks = sqliteTable(
  'blocks',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    roomId: text('room_id'),
    coachId: text('coach_id'),
    startsAt: text('starts_at').notNull(),
    endsAt: text('ends_at').notNull(),
    reason: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('blocks_by_end').on(t.studioId, t.endsAt)],
)

/** Things that are counted: poles, hoops, reformers. */
export const equipment = sqliteTable(
  'equipment',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    /** Null is shared by all rooms. */
    roomId: text('room_id'),
    quantity: integer().notNull(),
    /** Of these, how many are out of service. */
    outOfService: integer('out_of_service').notNull().default(0),
    defect: text().notNull().default(''),
    /** Inspected every so many days; null is never. */
    inspectDays: integer('inspect_days'),
    /** Local dates. */
    inspectedOn: text('inspected_on'),
    dueOn: text('due_on'),
    archivedAt: text('archived_at'),
    version: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('equipment_by_name').on(t.studioId, t.name)],
)

/** Classes of this type need one of it for each person. */
export const equipmentNeeds = sqliteTable(
  'equipment_needs',
  {
    studioId: text('studio_id').notNull(),
    equipmentId: text('equipment_id').notNull(),
    classTypeId: text('class_type_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.equipmentId, t.classTypeId] }),
    index('equipment_needs_by_type').on(t.classTypeId),
  ],
)
