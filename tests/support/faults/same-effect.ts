/**
 * What a press did, as text that is the same whenever it did the same: new ids, secrets, codes and
 * real times differ each time and are left out.
 */
import type { Change, Row } from './touched-rows.ts'

/**
 * Counters of tries, which count a second try as they should; the bytes that wait to be deleted,
 * until their time has come.
 */
const counters = /^(limit_counters|auth_audit_entries|stray_objects)$/

/** Who presses what has gone is told so, and the audit keeps that they asked. */
const asksAgain = 'record.not_found'

/** Whether a letter has left already: it does so behind the answer, and as a job. */
const delivery = /^(state|attempts|last_error|claim)$|_ms$/

/** How often a form was tried, and what went wrong then. */
const tries = /^(attempts|why)$/

/** One line a row that is new, changed or gone, in order; `known` are words from before the press. */
export function effectOf(changes: readonly Change[], known: (word: string) => boolean): string[] {
  return changes
    .filter(({ table, now }) => !counters.test(table) && now?.action !== asksAgain)
    .flatMap(({ database, table, rowid, was, now }) => {
      const words = Object.entries(now ?? {}).flatMap(([column, value]) => {
        if (column === 'seq' || value === was?.[column]) return []
        if (table === 'outbox' && delivery.test(column)) return []
        if (table === 'lead_submissions' && tries.test(column)) return []
        return [`${column}=${plain(column, value, known)}`]
      })
      // A letter of before that only left.
      if (table === 'outbox' && was && now && words.length === 0) return []
      const which = was ? `row ${rowid}` : 'new'
      return [`${database}.${table} ${which} ${now ? words.join(' ') : 'gone'}`]
    })
    .sort()
}

/** Ids, secrets and codes: words that nothing is spelled like. */
const word = /(?=[\w-]*[0-9A-Z])[\w-]{8,}|\b[a-f]{10,}\b/g
const secret = /\$[\w$=,.-]{20,}|[\w-]{16,}\.[\w.-]{16,}/g
const sixDigits = /\b\d{6}\b/g
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
/** What a job does instead of the press, it does two minutes later. */
const fiveMinutes = 300_000
const origin = /http:\/\/127\.0\.0\.1:\d+/g
const date = /^\d{4}-\d\d-\d\d/
const day = 86_400_000

const about = (text: string) =>
  new Date(Math.floor(Date.parse(text) / fiveMinutes) * fiveMinutes).toISOString()

function plain(column: string, value: Row[string], known: (word: string) => boolean): string {
  if (typeof value === 'number') return /_ms$|_at$/.test(column) ? '(time)' : String(value)
  if (value === null) return ''
  // The end of a code by chance, too short to be told from a word.
  if (column === 'last_four') return '(code)'
  return (
    value
      .replace(instant, (text) =>
        Math.abs(Date.parse(text) - Date.now()) < day ? '(time)' : about(text),
      )
      // Jobs know the site's own address only, which a test has not.
      .replace(origin, '')
      .replace(secret, '(new)')
      .replace(word, (text) => (date.test(text) || known(text) ? text : '(new)'))
      .replace(sixDigits, '(code)')
  )
}
