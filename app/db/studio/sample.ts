import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * People who are made up, to look around with: they and all they hold go when the sample data is
 * wiped.
 */
export const samplePeople = sqliteTable(
  'sample_people',
  { studioId: text('studio_id').notNull(), personId: text('person_id').notNull() },
  (t) => [primaryKey({ columns: [t.studioId, t.personId] })],
)
