/** The people of a demo studio and what they hold. */
import type { Instant } from '#app/values/instant.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'
import { openedAt, type Setting } from './build-setting.ts'
import type { Row } from './insert-rows.ts'
import type { Chance } from './random.ts'
import type { StudioPlan } from './studio-plan.ts'

/** A pack that someone buys, ready to be granted. */
export type Pack = {
  id: string
  packageId: string
  credits: number
  startsOn: LocalDate
  expiresOn: LocalDate
  purchasedAt: Instant
}

export type Person = {
  id: string
  userId: string | null
  name: string
  email: string
  /** Classes a week they come to at most. */
  pace: number
  /** The rung held, by discipline id. */
  rungs: Map<string, number>
  /** Holds an unlimited membership that is paid and not frozen: a class can count on them. */
  reliable: boolean
  packs: Pack[]
}

export type People = {
  staff: Person[]
  /** Members whose bookings are left to chance. */
  crowd: Person[]
  ana: Person
  ben: Person
  cleo: Person
  mo: Person
  rows: Record<string, Row[]>
}

export type MoAccount = { userId: string; name: string; email: string }

/** `today` is the studio's date on the day of seeding. */
export function buildPeople(
  plan: StudioPlan,
  setting: Setting,
  today: LocalDate,
  mo: MoAccount,
  chance: Chance,
): People {
  const builder = new PeopleBuilder(plan, setting, today, chance)
  const accounts = plan.accounts.map(({ login, name, role }) => {
    const email = `${login}@${plan.studio.slug}.test`
    return builder.person(
      { name, email, userId: chance.uuid(), staff: role !== 'member' },
      login === 'ana' ? 620 : 140,
    )
  })
  const byLogin = (login: string) =>
    accounts[plan.accounts.findIndex((account) => account.login === login)]!
  const coaches = plan.coaches.map((name) =>
    builder.person({ name, email: emailOf(name), userId: null, staff: true }, 500),
  )
  const crowd = plan.members.map((name, i) => {
    const person = builder.person(
      { name, email: emailOf(name), userId: null, staff: false },
      chance.between(60, 640),
    )
    builder.climb(person)
    builder.sell(person, i)
    return person
  })

  crowd.forEach((person, i) => {
    builder.describe(person, i)
  })
  const [ana, ben, cleo] = [byLogin('ana'), byLogin('ben'), byLogin('cleo')]
  const moPerson = builder.person({ ...mo, staff: false }, 200)
  builder.climb(ana, [2, 1, 2])
  builder.climb(ben, [2, 1, 1])
  builder.climb(moPerson, [1, 1, 1])
  builder.unlimited(ana, -600)
  builder.pack(ben, 'ten', -30)
  if (plan.studio.shard === 0) builder.pack(moPerson, 'ten', -20)
  else builder.unlimited(moPerson, -90)

  const staff = plan.accounts.flatMap(({ role }, i) => (role === 'member' ? [] : [accounts[i]!]))
  return { staff: [...staff, ...coaches], crowd, ana, ben, cleo, mo: moPerson, rows: builder.rows }
}

const two = (n: number) => String(n).padStart(2, '0')

/** Words the desk sorts people by; most have none. */
const memberTags = [
  '',
  'mornings',
  '',
  '',
  'open day',
  '',
  'student',
  '',
  'mornings, student',
  '',
  '',
] as const

/** What a coach wrote down; one in seven has something. */
const memberNotes = [
  ['injury', 'Left shoulder, keep the load low until the physio says so'],
  ['yellow', 'Likes to be asked before hands-on help'],
  ['note', 'Training for a first showcase in spring'],
  ['injury', 'Right wrist, no weight on a flat hand'],
  ['red', 'Carries an inhaler in the blue bag'],
] as const

/** `zoe.harrington@example.test`: no accents, so that the address is one. */
function emailOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\w\s-]/g, '')
    .toLowerCase()
  return `${plain.trim().replace(/[\s-]+/g, '.')}@example.test`
}

class PeopleBuilder {
  readonly rows: Record<string, Row[]> = {
    people: [],
    person_levels: [],
    memberships: [],
    membership_freezes: [],
    person_notes: [],
  }

  constructor(
    private readonly plan: StudioPlan,
    private readonly setting: Setting,
    private readonly today: LocalDate,
    private readonly chance: Chance,
  ) {}

  private day(offset: number): LocalDate {
    return addDays(this.today, offset)
  }

  /** Ten in the morning at the studio. */
  private morning(date: LocalDate): string {
    return instantOf(`${date}T10:00`, this.plan.studio.timeZone)
  }

  person(
    {
      name,
      email,
      userId,
      staff,
    }: { name: string; email: string; userId: string | null; staff: boolean },
    joinedDaysAgo: number,
  ): Person {
    const person: Person = {
      id: this.chance.id(),
      userId,
      name,
      email,
      pace: 0,
      rungs: new Map(),
      reliable: false,
      packs: [],
    }
    const joinedOn = this.day(-joinedDaysAgo)
    this.rows.people!.push({
      id: person.id,
      studio_id: this.setting.studioId,
      user_id: userId,
      name,
      email,
      phone: '',
      photo: '',
      tags: '',
      birth_date: null,
      is_staff: staff ? 1 : 0,
      joined_on: joinedOn,
      created_at: joinedOn < openedAt.slice(0, 10) ? openedAt : this.morning(joinedOn),
    })
    return person
  }

  /**
   * What the desk knows of a member: by their place in the list, so that chance is not asked and
   * history stays as it is.
   */
  describe(person: Person, i: number): void {
    const row = this.rows.people!.find(({ id }) => id === person.id)!
    // Numbers kept for fiction in Britain and in the United States.
    const number = String(100 + i).slice(-2)
    row.phone = this.plan.studio.currency === 'USD' ? `+171855501${number}` : `+4477009001${number}`
    row.tags = memberTags[i % memberTags.length]!
    if (i % 5 !== 4)
      row.birth_date = `${1970 + (i % 34)}-${two(1 + ((i * 7) % 12))}-${two(1 + ((i * 11) % 28))}`
    const note = memberNotes[i % 7 === 2 ? Math.floor(i / 7) % memberNotes.length : -1]
    if (!note) return
    this.rows.person_notes!.push({
      id: `${person.id}-n1`,
      studio_id: this.setting.studioId,
      person_id: person.id,
      kind: note[0],
      text: note[1],
      author_id: 'demo',
      author_name: this.plan.accounts.find(({ role }) => role === 'coach')!.name,
      created_at: this.morning(this.day(-9 - (i % 20))),
    })
  }

  /**
   * Puts a person on the ladders: on the given rungs (0 is none), or where chance has it, most of
   * them low.
   */
  climb(person: Person, rungs?: number[]): void {
    const ladders = [...this.setting.ladders.values()]
    ladders.forEach(({ id, levels }, i) => {
      const chosen = this.chance.happens(0.65)
        ? Math.ceil(this.chance.next() ** 1.6 * levels.length)
        : 0
      const rung = Math.min(levels.length, rungs ? (rungs[i] ?? 0) : chosen)
      if (rung === 0) return
      person.rungs.set(id, rung)
      this.rows.person_levels!.push({
        studio_id: this.setting.studioId,
        person_id: person.id,
        discipline_id: id,
        level_id: levels[rung - 1]!.id,
        since: this.day(-this.chance.between(40, 300)),
      })
    })
  }

  /**
   * What most people hold, and one of each thing that goes on in a studio: a freeze, a notice to
   * leave, an unpaid bill.
   */
  sell(person: Person, i: number): void {
    const draw = this.chance.next()
    if (i === 5)
      this.unlimited(person, -200, { frozen_from: this.day(-6), frozen_until: this.day(8) })
    else if (i === 11)
      this.unlimited(person, -320, { state: 'cancel_scheduled', ends_on: this.day(12) })
    else if (i === 17) this.unlimited(person, -260, { state: 'past_due' })
    else if (draw < 0.66) this.unlimited(person, -this.chance.between(45, 500))
    else if (draw < 0.79) this.weekly(person, -this.chance.between(45, 300))
    else if (draw < 0.96) this.packs(person)
  }

  private packs(person: Person): void {
    if (this.chance.happens(0.4)) this.pack(person, 'five', -49)
    this.pack(person, 'ten', -this.chance.between(30, 38))
    if (this.chance.happens(0.5)) this.pack(person, 'ten', -this.chance.between(2, 12))
  }

  unlimited(person: Person, startsIn: number, differs: Row = {}): void {
    person.pace = Math.max(person.pace, this.chance.between(4, 8))
    person.reliable = !('state' in differs || 'frozen_from' in differs)
    this.membership(person, this.setting.plans.unlimited, startsIn, differs)
  }

  private weekly(person: Person, startsIn: number): void {
    person.pace = 2
    this.membership(person, this.setting.plans.weekly, startsIn, {})
  }

  private membership(person: Person, planId: string, startsIn: number, differs: Row): void {
    const startsOn = this.day(startsIn)
    const id = this.chance.id()
    if (differs.frozen_from) {
      this.rows.membership_freezes!.push({
        id: `${id}:freeze`,
        studio_id: this.setting.studioId,
        membership_id: id,
        from_on: differs.frozen_from,
        until_on: differs.frozen_until ?? null,
      })
    }
    this.rows.memberships!.push({
      id,
      studio_id: this.setting.studioId,
      person_id: person.id,
      plan_id: planId,
      state: 'active',
      starts_on: startsOn,
      ends_on: null,
      frozen_from: null,
      frozen_until: null,
      purchased_at: this.morning(startsOn),
      ...differs,
    })
  }

  /** A pack; it is granted when history reaches the day of purchase. */
  pack(person: Person, size: 'ten' | 'five', boughtIn: number): void {
    person.pace = Math.max(person.pace, 2)
    const startsOn = this.day(boughtIn)
    person.packs.push({
      id: this.chance.id(),
      packageId: this.setting.packages[size],
      credits: size === 'ten' ? 10 : 5,
      startsOn,
      expiresOn: addDays(startsOn, size === 'ten' ? 90 : 45),
      purchasedAt: this.morning(startsOn),
    })
  }
}
