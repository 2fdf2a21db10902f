import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { expandSeries } from '#app/domain/scheduling/series/expand-series.server.ts'
import { newId } from '#app/values/id.ts'
import { plansOf, remembering } from '../../../tests/support/query-plans.ts'
import { world } from '../../../tests/support/world.ts'
import { askForSubstitute, offerSubstitute, withdrawRequest } from './ask-substitute.server.ts'
import { closeDays, continueClosure, extendNewPacks, liftClosure } from './close-days.server.ts'
import { closurePage, closuresPage } from './closure-queries.server.ts'
import { copyTerm } from './copy-term.server.ts'
import { dryRun } from './dry-run.server.ts'
import { discardPlanned, planCancel, planChange } from './plan-change.server.ts'
import { planningCountsStatement } from './planning-counts.server.ts'
import { previewClosure } from './preview-closure.server.ts'
import { publishPlan } from './publish-plan.server.ts'
import { findRequest, substitutionsPage } from './substitution-queries.server.ts'
import { approveSubstitute, claimClass } from './take-class.server.ts'

const now = '2026-10-14T09:00:00Z'

test('no statement of planning scans a table that grows', async () => {
  const w = await world({ now })
  const { sent, remember } = remembering(w)
  const eve = await w.givenPerson('Eve Coach', { isStaff: true })
  const [first, second, third] = await w.givenSeries({
    localStart: '2026-10-15T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=5',
    at: now,
  })
  for (const id of [first!, second!, third!]) await bookClass(w.asMember(w.ben, now), id)
  const desk = remember(w.asDesk(now))
  const coach = remember(w.asMember(w.coach, now))

  const asked = await askForSubstitute(coach, {
    key: newId(),
    occurrenceId: first!,
    reason: '',
    onlyOwn: true,
  })
  const requestId = asked.ok ? asked.requestId : ''
  await offerSubstitute(desk, requestId, { coachIds: [eve.id] })
  await substitutionsPage(desk, eve.id)
  const { counts } = await batch(desk.db, { counts: planningCountsStatement(desk) })
  expect(counts).toEqual([{ planned: 0, needed: 1 }])
  await claimClass(remember(w.asMember(eve, now)), requestId)
  await approveSubstitute(desk, requestId, {})
  expect((await findRequest(desk, requestId))?.state).toBe('approved')
  await withdrawRequest(coach, requestId, { onlyOwn: false })

  const series = {
    classTypeId: w.ids.yogaType,
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    policyId: w.ids.policyId,
  }
  const draft = { ...series, firstStart: '2026-10-20T10:00', rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' }
  await createSeries(desk, { ...draft, minutes: 60, capacity: 10, draft: true })
  const shown = { version: 1, planned: '' }
  const as = { ...shown, minutes: 60, roomId: w.ids.roomId, coachId: w.coach.id, capacity: 12 }
  await planChange(desk, second!, { ...as, localStart: '2026-10-22T19:00' })
  await planCancel(desk, third!, { reason: 'Away', planned: '' })
  const rows = await dryRun(desk, null)
  const chosen = rows.map(({ row }) => ({ id: row.id, sequence: row.sequence, anyway: true }))
  await discardPlanned(desk, [chosen[0]!.id])
  expect((await publishPlan(desk, { runId: newId(), chosen })).refused).toEqual([])

  const span = { from: '2026-10-26', until: '2026-11-01', locationId: null }
  await previewClosure(desk, { ...span, extendsPacks: true })
  const key = newId()
  await closeDays(desk, { ...span, key, name: 'Half-term', message: '', extendsPacks: true })
  await continueClosure(desk, key, { clock: () => 0, untilMs: 1 })
  await closurePage(desk, key)
  await closuresPage(desk)
  await extendNewPacks(desk)
  await liftClosure(desk, key)
  await expandSeries(desk)
  await copyTerm(desk, {
    from: '2026-10-12',
    weeks: 6,
    to: '2027-01-04',
    key: newId(),
    series: [],
    draft: true,
  })

  expect(sent.size).toBeGreaterThan(60)
  expect(await plansOf(w, sent)).toEqual([])
  for (const params of sent.values()) expect(params.length).toBeLessThanOrEqual(100)
})
