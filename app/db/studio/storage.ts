import { index, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { objectColumns, strayColumns } from '../object-columns.ts'

/** Files below the folders of this shard's studios. */
export const objects = sqliteTable('objects', objectColumns, (t) => [
  uniqueIndex('objects_once').on(t.bucketId, t.path),
  index('objects_by_studio').on(t.studioId, t.id),
])

export const strayObjects = sqliteTable('stray_objects', strayColumns, (t) => [
  index('stray_objects_due').on(t.dueAtMs),
])
