import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** What a studio wants to know of its people beside what everyone is asked: fields of its own. */
export const personFields = sqliteTable(
  'person_fields',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    kind: text({ enum: ['text', 'choice', 'date', 'yes_no'] }).notNull(),
    /** Of a choice: what can be chosen, one a line. */
    options: text().notNull().default(''),
    position: integer().notNull(),
    /** Not asked any more; what was answered is kept. */
    archivedAt: text('archived_at'),
  },
  (t) => [
    uniqueIndex('person_fields_by_name').on(t.studioId, t.name),
    index('person_fields_in_order').on(t.studioId, t.position),
  ],
)

/** What somebody answered; without a row nothing is known. */
export const personFieldValues = sqliteTable(
  'person_field_values',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    fieldId: text('field_id').notNull(),
    /** A date as a local date, yes and no as `yes` and `no`. */
    value: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId, t.fieldId] }),
    // Who answered what, however it is written: filters of the people list start from it.
    index('person_field_values_by_value').on(
      t.studioId,
      t.fieldId,
      sql`value COLLATE NOCASE`,
      t.personId,
    ),
  ],
)
