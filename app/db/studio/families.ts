import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Who looks after whom. A dependant may have two guardians and a guardian many dependants; anyone
 * who has guardians is nobody's guardian.
 */
export const guardians = sqliteTable(
  'guardians',
  {
    studioId: text('studio_id').notNull(),
    guardianId: text('guardian_id').notNull(),
    dependantId: text('dependant_id').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.dependantId, t.guardianId] }),
    index('guardians_by_guardian').on(t.studioId, t.guardianId),
  ],
)
