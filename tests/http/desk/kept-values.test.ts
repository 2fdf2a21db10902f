import { beforeAll, expect, test } from 'vitest'
import { type DemoServer, demoServer } from '../../support/demo-server.ts'
import { unescaped } from '../../support/forms/found-forms.ts'
import { shownForm } from '../../support/forms/shown-values.ts'

let server: DemoServer
let cookie: string

beforeAll(async () => {
  server = await demoServer()
  cookie = await server.cookieOf('owner@northside.test')
})

const desk = '/northside/manage'
const read = async (path: string, as = cookie) =>
  (await fetch(server.origin + path, { headers: { Cookie: as } })).text()

/** The first link of a page that looks like that. */
async function linkOf(path: string, pattern: RegExp): Promise<string> {
  const links = [...(await read(path)).matchAll(/href="([^"#]*)"/g)].map(([, to]) => unescaped(to!))
  const link = links.find((to) => pattern.test(to))
  if (!link) throw new Error(`No link like ${pattern} at ${path}`)
  return link
}

type Case = {
  form: string
  /** The button that is pressed. */
  press?: Record<string, string>
  /** What is wrong with it. */
  wrong: Record<string, string>
  page: () => string | Promise<string>
  as?: () => Promise<string>
}

const long = (n: number) => 'x'.repeat(n + 1)
const id = '[0-9A-Za-z]{10,12}'
const one = (list: string, rest = '') =>
  linkOf(`${desk}${list}`, new RegExp(`^${desk}${list}/${id}${rest}$`))
const ben = async () => {
  const { STUDIOS_0 } = server.databases.env
  const person = await STUDIOS_0.prepare(
    "SELECT id FROM people WHERE email = 'ben@northside.test'",
  ).first<{ id: string }>()
  return person!.id
}

/** Whom somebody coaches, with a check-in of today. */
async function client(): Promise<string> {
  const { STUDIOS_0 } = server.databases.env
  const person = await STUDIOS_0.prepare(
    `SELECT person.email FROM coaching_checkins AS one JOIN people AS person
      ON person.id = one.person_id LIMIT 1`,
  ).first<{ email: string }>()
  return server.cookieOf(person!.email)
}

const cases: Case[] = [
  {
    form: 'answer-',
    wrong: { text: long(2_000) },
    page: () => '/northside/portal/coaching',
    as: client,
  },
  {
    form: 'rename-',
    press: { act: 'rename' },
    wrong: { name: long(60) },
    page: () => one('/training/flows'),
  },
  {
    form: 'reply',
    press: { act: 'send' },
    wrong: { text: long(4_000) },
    page: () => one('/studio/messenger'),
  },
  {
    form: 'announce',
    wrong: { untilOn: '2000-01-01' },
    page: () => `${desk}/studio/messenger/announcements`,
  },
  { form: 'saved', wrong: { text: '{nobody}' }, page: () => `${desk}/studio/messenger/replies` },
  {
    form: 'first',
    wrong: { text: long(4_000) },
    page: async () => `${desk}/studio/messenger/new?person=${await ben()}`,
  },
  { form: 'automation', wrong: { days: 'abc' }, page: () => one('/studio/automation') },
  { form: 'note', wrong: { text: long(1_000) }, page: () => `${desk}/studio/day` },
  { form: 'incident', wrong: { time: '25:00' }, page: () => `${desk}/studio/day/incidents/new` },
  {
    form: 'folder',
    wrong: { name: 'Music/Old' },
    page: () => `${desk}/studio/files/folders`,
  },
  { form: 'about', wrong: { name: 'Music/Old' }, page: () => one('/studio/files') },
  { form: 'report', wrong: { name: long(80) }, page: () => `${desk}/studio/reports/save` },
  { form: 'rule', wrong: { amount: 'abc' }, page: () => `${desk}/studio/staff/pay/rules/new` },
  {
    form: 'settings',
    wrong: { payday: '99' },
    page: () => `${desk}/studio/staff/pay/settings`,
  },
  { form: 'target', wrong: { value: 'abc' }, page: () => `${desk}/sales/targets` },
  {
    form: 'field',
    wrong: { name: long(40), kind: 'choice' },
    page: () => `${desk}/settings/person-fields`,
  },
  {
    form: 'coaching',
    wrong: { perWeek: '99' },
    page: async () => `${desk}/training/coaching?person=${await ben()}`,
  },
  { form: 'entry', wrong: { value: long(40) }, page: () => one('/training/coaching') },
  { form: 'check-in', wrong: { dueOn: '1999-01-01' }, page: () => one('/training/coaching') },
  { form: 'grading', wrong: { fee: 'abc' }, page: () => `${desk}/training/grading/new` },
  {
    form: 'override',
    wrong: { reason: long(200) },
    page: async () => `${await one('/training/grading')}/override?person=${await ben()}`,
  },
  { form: 'program', wrong: { weeks: '0' }, page: () => `${desk}/training/programs/new` },
  {
    form: 'session',
    wrong: { name: long(80) },
    page: async () => `${await one('/training/programs')}/sessions/0.0.0`,
  },
  {
    form: 'assign',
    wrong: { startsOn: '' },
    page: async () => `${await one('/training/programs')}/assign?q=b`,
  },
  {
    form: 'week-note',
    wrong: { week: '2', note: long(300) },
    page: () => one('/training/programs'),
  },
  { form: 'skill', wrong: { tier: '99' }, page: () => `${desk}/training/skilltree/new` },
  {
    form: 'assess',
    wrong: { left: 'abc' },
    page: async () => `${await one('/training/skilltree')}/assess?person=${await ben()}`,
  },
]

/** What travels with a form is nobody's typing; an empty line may come back as none. */
const carried = ['key', 'version', 'act', 'seen']

/** Fills each line of a form, makes it wrong, and answers what the page says of it then. */
async function sendWrong({ form, press = {}, wrong, page, as }: Case) {
  const who = as ? await as() : cookie
  const path = await page()
  const before = shownForm(await read(path, who), form)
  if (!before) throw new Error(`No form ${form} at ${path}`)
  const sent = new URLSearchParams()
  for (const { name, value, typed } of before.values)
    if (!(name in wrong)) sent.append(name, typed && value === '' ? `Kept ${name}` : value)
  for (const [name, value] of Object.entries({ ...press, ...wrong })) sent.set(name, value)
  const answer = await fetch(server.origin + (before.action ?? path), {
    method: 'POST',
    headers: { Cookie: who, Origin: server.origin },
    body: sent,
    redirect: 'manual',
  })
  const html = await answer.text()
  const after = shownForm(html, form)
  const lost = [...sent].filter(
    ([name, value]) =>
      !carried.includes(name) &&
      before.values.some((control) => control.name === name) &&
      !after?.values.some((control) => control.name === name && control.value === value),
  )
  return { status: answer.status, lost, wrong: /class="field wrong"|class="bad"/.test(html) }
}

test.each(cases)('the form “$form” keeps what was typed where it is refused', async (one) => {
  expect(await sendWrong(one)).toEqual({ status: 422, lost: [], wrong: true })
})
