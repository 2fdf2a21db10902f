/**
 * What a studio takes away when it takes everything: one file a table. An area adds its tables here;
 * a test finds those it forgot.
 */
import { studioColumns } from './studio-columns.ts'

/** Tables that are not the studio's to take, with why. */
export const keptBack: Readonly<Record<string, string>> = {
  api_keys: 'keys of programs',
  calendar_links: 'keys of feeds',
  exercise_spellings: 'made from exercises',
  exercise_terms: 'made from exercises',
  import_jobs: 'work under way',
  kiosk_settings: 'settings of devices',
  kiosks: 'keys of devices',
  log_import_parts: 'work under way',
  member_codes: 'codes that open doors',
  member_pins: 'secrets',
  objects: 'addresses of files',
  outbox: 'letters, which are the reader’s',
  pay_links: 'keys of links',
  people_imports: 'work under way',
  provider_events: 'what the payment provider told; its effects are in payments',
  push_devices: 'addresses of browsers',
  sample_people: 'made up',
  stray_objects: 'files that are deleted',
  unsubscribe_links: 'keys of links',
  video_parts: 'files on their way',
  webhook_deliveries: 'copies of what happened, deleted after 30 days',
}

/** Columns that open something, of tables that are taken. */
const secretColumns = /(^|_)(secret|token|hash|code|key)(_|$)/

export type ExportTable = { file: string; table: string; columns: string[] }

/** Every table that is taken, by name; its file has one line of columns and one a row. */
export const exportTables: readonly ExportTable[] = Object.entries(studioColumns)
  .map(([table, columns]) => ({ table, columns }))
  .filter(({ table, columns }) => columns.includes('studio_id') && !(table in keptBack))
  .map(({ table, columns }) => ({
    file: `${table.replaceAll('_', '-')}.csv`,
    table,
    columns: columns.filter((name) => name !== 'studio_id' && !secretColumns.test(name)),
  }))
  .sort((a, b) => (a.table < b.table ? -1 : 1))
