/** Studios that are being set up, for tests: every step answered as an owner might. */
import { directoryDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { createStudio } from '#app/domain/onboarding/create-studio.server.ts'
import { type StepInput, saveSetupStep } from '#app/domain/onboarding/save-setup-step.server.ts'
import type { SetupDraft } from '#app/domain/onboarding/setup-draft.ts'
import { findOpenSetup } from '#app/domain/onboarding/setup-queries.server.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount } from './accounts.ts'
import type { TestDatabases } from './databases.ts'

/** Monday. */
export const setupNow = '2026-06-01T08:00:00Z'

export const facts = (more: Partial<Parameters<typeof createStudio>[2]> = {}) => ({
  name: 'Northside',
  slug: `northside-${newId().toLowerCase()}`,
  timeZone: 'Europe/London',
  currency: 'GBP',
  town: 'Leeds',
  disciplines: ['pole', 'yoga'],
  ...more,
})

/** What publishing needs to know of the world. */
export const publishContext = ({ env }: Pick<TestDatabases, 'env'>, now = setupNow) => ({
  directory: directoryDb(env, new Meter()),
  shardOf: (studio: { shard: number }) => studioDb(env, studio, new Meter()),
  now,
  nowMs: Date.parse(now),
  origin: 'https://cadence.test',
  secret: 'of the tests',
})

/**
 * An account whose studio is answered up to the last step; `capacity` is of its two weekly classes.
 */
export async function answeredSetup(
  databases: TestDatabases,
  {
    capacity = 10,
    account,
  }: { capacity?: number; account?: { userId: string; name: string; email: string } } = {},
) {
  const owner = account ?? (await mintAccount(databases, { name: 'Hana Whitlock' }))
  const { directory } = databases
  const created = await createStudio({ directory, shards: [0, 1], now: setupNow }, owner, facts())
  if (!created.ok) throw new Error(`The studio was refused: ${created.reason}`)
  const draft = async (): Promise<SetupDraft> => {
    const found = await findOpenSetup(directory, owner.userId)
    if (!found) throw new Error('There is no open set-up')
    return found
  }
  const answer = async (input: StepInput) =>
    saveSetupStep({ directory, now: setupNow }, owner, await draft(), input)
  await answer({
    step: 'rooms',
    location: 'Canal Row',
    address: '',
    contactEmail: 'hello@northside.test',
    contactPhone: '',
    rooms: [{ name: 'Pole studio', capacity: 12 }],
  })
  await answer({
    step: 'classes',
    classes: [
      { pack: 'pole', key: 'pole-1', name: 'Pole 1', minutes: 60, fromRung: null },
      { pack: 'yoga', key: 'yin', name: 'Yin yoga', minutes: 75, fromRung: 2 },
    ],
  })
  const { rooms, classes } = (await draft()).answers
  const [pole, yin] = classes?.classes ?? []
  const roomId = rooms?.rooms[0]?.id ?? ''
  const week: StepInput = {
    step: 'week',
    classes: [
      { weekday: 2, time: '18:30', classId: pole?.id ?? '', roomId, capacity },
      { weekday: 7, time: '01:30', classId: yin?.id ?? '', roomId, capacity },
    ],
  }
  await answer(week)
  await answer({
    step: 'prices',
    plan: { name: 'Unlimited', priceMinor: 9_000, interval: 'month' },
    package: { name: '10-class pack', priceMinor: 12_000, credits: 10, validDays: 180 },
    dropInMinor: 1_200,
  })
  await answer({ step: 'rules', cancelHours: 12, late: 'fee', feeMinor: 500 })
  return { owner, studioId: created.studioId, draft, answer, week, roomId }
}
