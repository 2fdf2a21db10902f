import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { world, worldBegins } from '../../../../tests/support/world.ts'
import { auditLogPage } from './audit-log-page.server.ts'
import { auditWords } from './audit-words.ts'

test('an action is told by its thing and what was done to it', () => {
  expect(auditWords('class_type.archived')).toEqual({ thing: 'Class type', deed: 'archived' })
  expect(auditWords('booking.check_in_undone')).toEqual({
    thing: 'Booking',
    deed: 'check-in undone',
  })
  expect(auditWords('people.changed_in_bulk.undone')).toEqual({
    thing: 'People',
    deed: 'changed in bulk, undone',
  })
})

test('the log of a studio has each line once over all its pages, newest first, and no other studio’s', async () => {
  const one = await world()
  const other = await world()
  const { ana } = one
  const staff = one.asDesk(worldBegins)
  for (let n = 0; n < 120; n += 1)
    await batch(one.db, {
      line: auditStatement(
        { ...staff, now: `2026-06-01T08:00:${String(n % 60).padStart(2, '0')}Z` },
        { action: 'note.added', subjectKind: 'person', subjectId: ana.id, reason: `n${n}` },
      ),
    })
  const seen: string[] = []
  let after: { at: string; id: string } | undefined
  for (;;) {
    const { lines, next } = await auditLogPage(one.at(worldBegins), after ? { after } : {})
    seen.push(...lines.map(({ id }) => id))
    expect(lines[0]?.person).toEqual({ id: ana.id, name: ana.name })
    const times = lines.map(({ at }) => at)
    expect(times).toEqual([...times].sort().reverse())
    if (!next) break
    after = next
  }
  expect(seen).toHaveLength(120)
  expect(new Set(seen).size).toBe(120)
  expect((await auditLogPage(other.at(worldBegins), {})).lines).toEqual([])
  const early = await auditLogPage(one.at(worldBegins), { before: '2026-06-01T08:00:01Z' })
  expect(early.lines.map(({ at }) => at)).toEqual(['2026-06-01T08:00:00Z', '2026-06-01T08:00:00Z'])
})
