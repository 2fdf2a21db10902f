/** What somebody who works there takes away of their work. */
import { sql } from 'drizzle-orm'
import { mine, type PersonFile } from './person-file.ts'

export const workFiles: readonly PersonFile[] = [
  {
    file: 'qualifications',
    tables: ['qualifications'],
    columns: ['what', 'number', 'issued_on', 'expires_on'],
    select: sql`kind.name AS what, paper.number, paper.issued_on, paper.expires_on`,
    from: (whose) => sql`
      FROM qualifications AS paper JOIN qualification_kinds AS kind ON kind.id = paper.kind_id
      WHERE ${mine('paper', whose)} ORDER BY kind.name, paper.id`,
  },
  {
    file: 'time-off',
    tables: ['time_off'],
    columns: ['from', 'until', 'reason', 'state', 'answer', 'asked_at', 'decided_at'],
    select: sql`away.starts_at AS "from", away.ends_at AS until, away.reason, away.state,
      away.answer, away.created_at AS asked_at, away.decided_at`,
    from: (whose) =>
      sql`FROM time_off AS away WHERE ${mine('away', whose)} ORDER BY away.starts_at`,
  },
  {
    file: 'shifts',
    tables: ['shifts'],
    columns: ['what', 'from', 'until'],
    select: sql`shift.title AS what, shift.starts_at AS "from", shift.ends_at AS until`,
    from: (whose) => sql`FROM shifts AS shift WHERE ${mine('shift', whose)}
      ORDER BY shift.starts_at`,
  },
  {
    file: 'public-bio',
    tables: ['coach_bios'],
    columns: ['text', 'agreed_at'],
    select: sql`bio.text, bio.agreed_at`,
    from: (whose) => sql`FROM coach_bios AS bio WHERE ${mine('bio', whose)}`,
  },
  {
    file: 'teaching-hours',
    tables: ['teaching_hours'],
    columns: ['weekday', 'from', 'until'],
    select: sql`hours.weekday, hours."from", hours.until`,
    from: (whose) => sql`FROM teaching_hours AS hours WHERE ${mine('hours', whose)}
      ORDER BY hours.weekday, hours."from"`,
  },
]
