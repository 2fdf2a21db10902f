/** Studios made by inserting their rows. */
import { studios } from '#app/db/directory.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { newId } from '#app/values/id.ts'
import type { TestDatabases } from './databases.ts'

/** Inserts a studio; Northside in all but its id and slug unless said otherwise. */
export async function mintStudio(
  { directory }: Pick<TestDatabases, 'directory'>,
  facts: Partial<Studio> = {},
): Promise<Studio> {
  const id = facts.id ?? newId()
  const studio: Studio = {
    id,
    slug: `studio-${id.toLowerCase()}`,
    name: 'Northside',
    legalName: 'Northside Movement Ltd',
    shard: 0,
    state: 'open',
    listed: true,
    timeZone: 'Europe/London',
    currency: 'GBP',
    locale: 'en-GB',
    town: 'Leeds',
    address: '1 Canal Street',
    contactEmail: 'hello@northside.test',
    contactPhone: '+44 113 496 0140',
    disciplines: 'Pole, Aerial, Yoga',
    hue: 335,
    chroma: 130,
    colour: '',
    logo: '',
    portal: '',
    featuresOff: '',
    menu: '',
    maintenance: '',
    weekStart: 1,
    weightUnit: '',
    peakHours: '',
    planState: '',
    plan: '',
    ...facts,
  }
  await directory.insert(studios).values({ ...studio, createdAt: '2026-01-01T00:00:00Z' })
  return studio
}
