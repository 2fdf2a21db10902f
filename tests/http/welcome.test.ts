import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { findOpenSetup } from '#app/domain/onboarding/setup-queries.server.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { pngOf } from '../support/files.ts'
import { answeredSetup } from '../support/setups.ts'
import { mintStudio } from '../support/studios.ts'
import { newVisitor, type Page, refusalsOn, textOf } from '../support/visitor.ts'
import { workerOrigin } from '../support/worker-origin.ts'

const databases = builtDatabases()
const variables = inject('variables')

type Fields = Record<string, string | string[]>

const body = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  )

/** An account at the beginning of a set-up. */
async function newOwner() {
  const account = await mintAccount(databases, { name: 'Hana Whitlock' })
  const { cookie } = await mintSession(databases, account, { variables })
  const visitor = newVisitor({ cookie })
  const setup = () => findOpenSetup(databases.directory, account.userId)
  return {
    ...account,
    visitor,
    setup,
    /** Posts the form of a step as its page would. */
    async answer(step: string, fields: Fields): Promise<Page> {
      const id = (await setup())?.studio.id
      return visitor.post(
        `/welcome/setup/${step}`,
        body({ ...(id ? { setup: id } : {}), ...fields }),
      )
    },
  }
}

const studio = (more: Fields = {}): Fields => ({
  name: 'Tidewater',
  slug: `tidewater-${newId().toLowerCase()}`,
  timeZone: 'Europe/London',
  currency: 'GBP',
  town: 'Brighton',
  disciplines: ['yoga'],
  ...more,
})

const rooms = { location: 'Kings Road', 'rooms[0].name': 'Loft', 'rooms[0].capacity': '12' }

/** What the page says is wrong, above the form. */
const problemsOn = (page: Page) =>
  textOf(/<div class="errors"[\s\S]*?<\/div>/.exec(page.html)?.[0] ?? '')

test('the page of welcome offers three ways, and a studio is begun by signing up', async () => {
  const visitor = newVisitor()
  const text = textOf((await visitor.get('/welcome')).html)
  for (const way of ['I run a studio', 'I train', 'I was invited']) expect(text).toContain(way)
  const begun = await visitor.get('/welcome/setup?as=owner')
  expect(begun).toMatchObject({
    status: 303,
    location: '/sign-up?next=%2Fwelcome%2Fsetup%3Fas%3Downer',
  })
  expect((await visitor.get('/welcome/setup/rooms')).location).toContain('/sign-in')
})

test('an owner who has not given a name gives it first and then goes on with the studio', async () => {
  const account = await mintAccount(databases, { name: '', setupComplete: false })
  const { cookie } = await mintSession(databases, account, { variables })
  const visitor = newVisitor({ cookie })
  expect((await visitor.get('/welcome/setup/studio')).location).toBe('/welcome/setup?as=owner')
  const page = await visitor.get('/welcome/setup?as=owner')
  const done = await visitor.submit(page, { name: 'Hana', terms: 'on' }, 'setup')
  expect(done).toMatchObject({ status: 303, location: '/welcome/setup?as=owner' })
  expect((await visitor.get('/welcome/setup?as=owner')).location).toBe('/welcome/setup/studio')
})

test('zones are offered by present names and taken as typed, currencies by name', async () => {
  const owner = await newOwner()
  const { html } = await owner.visitor.get('/welcome/setup/studio')
  expect(html).toContain('<option value="Europe/Kyiv">')
  expect(html).toContain('<option value="America/Argentina/Buenos Aires">')
  expect(html).not.toMatch(/Europe\/Kiev|Asia\/Calcutta/)
  expect(textOf(html)).toContain('British Pound (GBP)')
  const page = await owner.answer('studio', studio({ timeZone: 'kolkata', currency: 'INR' }))
  expect(page.status).toBe(303)
  expect(await owner.setup()).toMatchObject({
    studio: { timeZone: 'Asia/Kolkata', currency: 'INR' },
  })
})

test('a name, zone, currency or address that cannot be is refused with a sentence, and nothing is begun', async () => {
  const owner = await newOwner()
  const cases: [Fields, string][] = [
    [{ name: '' }, 'Enter the name of your studio'],
    [{ name: 'x'.repeat(61) }, 'Use at most 60 characters'],
    [{ name: 'Tide\u0007water' }, 'Use no control characters'],
    [{ timeZone: 'Mars/Olympus' }, 'Choose a time zone from the list'],
    [{ currency: 'XXX' }, 'Choose a currency from the list'],
    [{ town: '' }, 'Enter your town'],
    [{ disciplines: [] }, 'Choose at least one'],
    [{ disciplines: ['surfing'] }, 'Choose from the list'],
    [{ slug: 'admin' }, 'Try “admin-studio”'],
    [{ slug: 'Tide Water/..' }, 'Use 2 to 40 small letters'],
    [{ name: '道場', slug: '' }, 'We can’t make an address from this name'],
  ]
  for (const [fields, sentence] of cases) {
    const page = await owner.answer('studio', studio(fields))
    expect(page.status, sentence).toBe(422)
    expect(problemsOn(page)).toContain(sentence)
  }
  expect(await owner.setup()).toBe(null)
})

test('a taken address is refused with a free one beside it, and what was typed stays', async () => {
  const owner = await newOwner()
  const other = await mintStudio(databases, {})
  const page = await owner.answer('studio', studio({ slug: other.slug, name: '<b>=cmd' }))
  expect(page.status).toBe(422)
  expect(refusalsOn(page)).toEqual(['slug_taken'])
  expect(problemsOn(page)).toContain(`“${other.slug}-brighton” is free`)
  expect(page.html).toContain('value="&lt;b&gt;=cmd"')
  expect(page.html).toMatch(/value="yoga"[^>]*checked|checked[^>]*value="yoga"/)
})

test('a name that looks like a formula is a name, and an empty address is made of it', async () => {
  const owner = await newOwner()
  const name = `=cmd ${newId()}`
  expect((await owner.answer('studio', studio({ name, slug: '' }))).location).toBe(
    '/welcome/setup/rooms',
  )
  expect((await owner.setup())?.studio).toMatchObject({
    name,
    slug: name.slice(1).toLowerCase().replace(' ', '-'),
  })
  // Pressed again from the first page, it is the same studio.
  const again = await owner.visitor.post(
    '/welcome/setup/studio',
    body(studio({ name: 'Tidewater' })),
  )
  expect(again.location).toBe('/welcome/setup/rooms')
  expect(
    await databases.directory.all(sql`SELECT 1 FROM studio_setups WHERE user_id = ${owner.userId}`),
  ).toHaveLength(1)
})

test('rooms for nobody, for ten thousand, of one name, or five hundred of them are refused', async () => {
  const owner = await newOwner()
  await owner.answer('studio', studio())
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [
      [`rooms[${i}].name`, `Room ${i}`],
      [`rooms[${i}].capacity`, '5'],
    ]).flat() as [string, string][],
  )
  const cases: [Fields, string][] = [
    [{ 'rooms[0].capacity': '0' }, 'Enter a whole number from 1 to 1,000'],
    [{ 'rooms[0].capacity': '10000' }, 'Enter a whole number from 1 to 1,000'],
    [{ 'rooms[0].capacity': '=1+1' }, 'Enter a whole number'],
    [{ 'rooms[0].name': '', 'rooms[0].capacity': '' }, 'Enter at least one room'],
    [{ 'rooms[1].name': 'loft', 'rooms[1].capacity': '3' }, 'Give each room its own name'],
    [many, 'Enter at most 8 rows'],
  ]
  for (const [fields, sentence] of cases) {
    const page = await owner.answer('rooms', { ...rooms, ...fields })
    expect(page.status, sentence).toBe(422)
    expect(problemsOn(page)).toContain(sentence)
  }
  expect((await owner.setup())?.answers.rooms).toBe(undefined)
})

test('times that are none, places over the room, prices that are none and rules not chosen are refused', async () => {
  const owner = await newOwner()
  await owner.answer('studio', studio())
  expect((await owner.visitor.get('/welcome/setup/week')).location).toBe('/welcome/setup/rooms')
  await owner.answer('rooms', rooms)
  expect(
    (await owner.answer('classes', { 'classes[0].on': 'on', 'classes[0].pack': 'yoga' })).status,
  ).toBe(422)
  const yin = { pack: 'yoga', key: 'yin', name: 'Yin', minutes: '60', on: 'on' }
  const typed = Object.fromEntries(
    Object.entries(yin).map(([name, value]) => [`classes[0].${name}`, value]),
  )
  expect((await owner.answer('classes', typed)).location).toBe('/welcome/setup/week')

  const { answers } = (await owner.setup())!
  const weekly = (more: Fields): Fields => ({
    'classes[0].weekday': '3',
    'classes[0].time': '18:30',
    'classes[0].classId': answers.classes!.classes[0]!.id,
    'classes[0].roomId': answers.rooms!.rooms[0]!.id,
    'classes[0].capacity': '12',
    ...more,
  })
  const plan = { sells: 'plan', planName: 'Unlimited' }
  const cases: [string, Fields, string][] = [
    ['week', weekly({ 'classes[0].time': '25:00' }), 'Enter a time, like 18:30'],
    ['week', weekly({ 'classes[0].time': '' }), 'Enter a time, like 18:30'],
    ['week', weekly({ 'classes[0].weekday': '' }), 'Choose a day'],
    [
      'week',
      weekly({ 'classes[0].weekday': '', 'classes[0].time': '' }),
      'Enter the day and time of at least one class',
    ],
    ['week', weekly({ 'classes[0].weekday': '8' }), 'Choose a day'],
    ['week', weekly({ 'classes[0].capacity': '13' }), 'Loft holds 12 people'],
    ['week', weekly({ 'classes[0].roomId': 'nobody' }), 'has been removed'],
    ['prices', { ...plan, planPrice: '12.345' }, 'Enter an amount in GBP'],
    ['prices', plan, 'Enter the price of the membership'],
    ['prices', { ...plan, planName: '', planPrice: '9' }, 'Enter a name for the membership'],
    ['prices', { sells: 'single' }, 'Enter the price of a single class'],
    ['prices', { planName: 'Unlimited', planPrice: '12' }, 'Tick what you sell'],
    ['prices', { sells: 'shoes' }, 'Choose from the list'],
    ['rules', {}, 'Choose what cancelling late costs'],
    ['rules', { cancelHours: '12', late: 'fee' }, 'Enter the fee'],
    ['rules', { cancelHours: '12', late: 'fee', fee: '0' }, 'Enter a fee above zero'],
    ['rules', { cancelHours: '13', late: 'credit' }, 'Choose until when cancelling is free'],
    ['tax', {}, 'Choose whether your prices include tax'],
    ['tax', { charges: 'yes' }, 'Enter the rate, like 20'],
    ['waiver', {}, 'Choose whether people sign something'],
    ['waiver', { signs: 'yes' }, 'Write or paste the text'],
    ['colour', {}, 'Choose a colour'],
    ['colour', { colour: 'var(--theme-primary)' }, 'Choose a colour'],
    ['colour', { colour: 'own', colourOwn: 'red' }, 'Choose a colour'],
    ['publish', {}, 'Choose who can find your studio'],
    ['publish', { listed: 'listed' }, 'Some answers are missing'],
  ]
  for (const [step, fields, sentence] of cases) {
    const page = await owner.answer(step, fields)
    expect(page.status, sentence).toBe(422)
    expect(problemsOn(page)).toContain(sentence)
  }
  expect((await owner.answer('week', weekly({}))).location).toBe('/welcome/setup/prices')
})

test('nothing that was typed is left out in silence: rows go on, text is not cut, and what is sold is ticked', async () => {
  const owner = await newOwner()
  await owner.answer('studio', studio())
  const page = await owner.answer('rooms', {
    ...rooms,
    address: '12 Kings Road',
    contactEmail: 'hello@tidewater.test',
    contactPhone: '+44 1273 496 014',
    more: 'rows',
  })
  // Saved, and the same step again with further rows.
  expect(page).toMatchObject({ status: 303, location: '/welcome/setup/rooms' })
  const again = await owner.visitor.get('/welcome/setup/rooms')
  expect(again.html).toContain('value="Loft"')
  expect(again.html).toContain('name="rooms[2].name"')
  expect(again.html).not.toMatch(/maxlength/i)
  expect((await owner.setup())?.studio).toMatchObject({
    address: '12 Kings Road',
    contactEmail: 'hello@tidewater.test',
    contactPhone: '+44 1273 496 014',
  })
  // A class of one's own without a name is asked for, not dropped.
  const unnamed = await owner.answer('classes', {
    'classes[0].pack': 'yoga',
    'classes[0].minutes': '60',
  })
  expect(unnamed.status).toBe(422)
  expect(problemsOn(unnamed)).toContain('Enter a name for the class')
  const sold = await owner.answer('prices', {
    sells: ['single', 'package'],
    singlePrice: '12',
    packageName: 'Ten',
    packagePrice: '100',
    credits: '10',
    validDays: '90',
    planName: 'Unlimited',
  })
  expect(sold.status).toBe(303)
  expect((await owner.setup())?.answers.prices).toMatchObject({
    plan: null,
    package: { name: 'Ten', priceMinor: 10_000 },
    dropInMinor: 1_200,
  })
})

test('a picked colour and a logo become the brand of the studio; a logo that is none is refused with the colour kept', async () => {
  const owner = await newOwner()
  await owner.answer('studio', studio())
  const setup = (await owner.setup())!.studio.id
  const brand = (colour: string, logo: File, own = '#ffffff') => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ setup, colour, colourOwn: own, logo: '' }))
      form.set(name, value)
    form.set('logoFile', logo)
    return owner.visitor.post('/welcome/setup/colour', form)
  }
  const wrong = await brand(
    'own',
    new File(['<svg/>'], 'logo.png', { type: 'image/png' }),
    '#1976D2',
  )
  expect([wrong.status, problemsOn(wrong)]).toEqual([
    422,
    expect.stringContaining('It is not a JPEG'),
  ])
  expect(wrong.html).toContain('value="#1976d2"')

  const logo = new File([pngOf(64, 64)], 'Our Logo.png', { type: 'image/png' })
  expect((await brand('own', logo, '#1976D2')).status).toBe(303)
  const draft = (await owner.setup())!.studio
  expect([draft.colour, draft.logo]).toEqual([
    '#1976d2',
    expect.stringContaining(`${setup}/brand/`),
  ])
  // Material's blue 700 is a blue of OKLCH hue 255.
  expect(Math.abs(draft.hue - 255)).toBeLessThanOrEqual(4)
  expect(
    (await owner.answer('colour', { colour: 'var(--teal-500)', logo: draft.logo })).status,
  ).toBe(303)
  expect((await owner.setup())!.studio).toMatchObject({
    colour: 'var(--teal-500)',
    logo: draft.logo,
  })
})

test("another account's set-up is nobody's, for each step and for opening it", async () => {
  const [hana, mal] = [await newOwner(), await newOwner()]
  await hana.answer('studio', studio())
  await mal.answer('studio', studio())
  const setup = (await hana.setup())!.studio.id
  const before = await hana.setup()
  const forms: [string, Fields][] = [
    ['studio', studio()],
    ['rooms', rooms],
    ['rules', { cancelHours: '12', late: 'credit' }],
    ['colour', { colour: '#1976d2' }],
    ['publish', { listed: 'listed' }],
  ]
  for (const [step, fields] of forms)
    expect((await mal.answer(step, { ...fields, setup })).status, step).toBe(404)
  expect(await hana.setup()).toEqual(before)
  expect((await mal.visitor.get('/welcome/setup/nothing')).status).toBe(404)
  expect((await mal.visitor.get(`/${before?.studio.slug}/home`)).status).toBe(404)
})

test('sample data is for anyone who may change the settings', async () => {
  const place = await mintStudio(databases, {})
  const as = async (role: 'manager' | 'coach') => {
    const account = await mintAccount(databases, { studio: place, role })
    return newVisitor({ cookie: (await mintSession(databases, account, { variables })).cookie })
  }
  const path = `/welcome/sample?studio=${place.slug}`
  expect((await (await as('coach')).get(path)).status).toBe(403)
  const manager = await as('manager')
  expect((await manager.submit(await manager.get(path))).status).toBe(303)
  expect(textOf((await manager.get(path)).html)).toContain('12 made-up members')
  expect((await manager.submit(await manager.get(path))).status).toBe(303)
  expect(textOf((await manager.get(path)).html)).toContain(
    '12 made-up members and their bookings are removed',
  )
  expect((await manager.post(path, body({ act: 'drop' }))).status).toBe(422)
})

test('an opening that a crash cut off is finished by the job of each minute', async () => {
  const { owner, studioId, draft } = await answeredSetup(databases)
  const { slug } = (await draft()).studio
  await databases.directory.run(
    sql`UPDATE studio_setups SET state = 'publishing' WHERE studio_id = ${studioId}`,
  )
  const { cookie } = await mintSession(databases, owner, { variables })
  const visitor = newVisitor({ cookie })
  expect((await visitor.get('/welcome/setup/rooms')).location).toBe('/welcome/setup/publish')
  expect((await visitor.get(`/${slug}/home`)).status).toBe(404)

  const ran = await fetch(`${workerOrigin}/dev/jobs/finish-provisioning`, { method: 'POST' })
  expect(ran.ok).toBe(true)
  expect((await visitor.get(`/${slug}/home`)).status).toBe(200)
  // The form of before, pressed again: the studio is open, and nothing happens twice.
  const again = await visitor.post(
    '/welcome/setup/publish',
    body({ setup: studioId, listed: 'link' }),
  )
  expect(again).toMatchObject({ status: 303, location: `/${slug}/manage/studio` })
})
