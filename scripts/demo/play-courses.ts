/** Courses and workshops through their use cases: a running one, one with tiers, a full one. */
import { sql } from 'drizzle-orm'
import { createCourse, sessionTimes } from '#app/domain/courses/create-course.server.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { joinCourseWaitlist } from '#app/domain/courses/enrolments/join-course-waitlist.server.ts'
import { settleEnrolment } from '#app/domain/courses/enrolments/settle-enrolment.server.ts'
import { readWithdrawal } from '#app/domain/courses/enrolments/withdrawal.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import {
  addDays,
  instantOf,
  type LocalDate,
  type LocalDateTime,
  mondayOf,
} from '#app/values/zone.ts'
import type { People, Person } from './build-people.ts'
import { type ClassType, type Policy, type Setting, signOf } from './build-setting.ts'
import { type CoursePlan, coursePlans } from './course-plans.ts'
import { playClass } from './play-classes.ts'
import { unsigned } from './play-documents.ts'
import type { Player } from './player.ts'

const day = 24 * 60

/** One enrolment a day, the first this many days before the course begins or today. */
const enrolling = 20

type Given = {
  slug: string
  setting: Setting
  people: People
  today: LocalDate
  coachOf: (firstName: string) => string
}

/** Each course from its opening on; the crowd is shared out among them. */
export function playCourses(player: Player, given: Given): void {
  const without = unsigned(given.slug, given.people.crowd)
  const crowd = player.chance
    .shuffled(given.people.crowd)
    .filter((person) => !without.includes(person))
  for (const course of coursePlans[given.slug] ?? []) playCourse(player, course, crowd, given)
}

/** Takes whom it needs from the front of `crowd`. */
function playCourse(player: Player, course: CoursePlan, crowd: Person[], given: Given): void {
  const { people, today } = given
  const id = player.chance.id()
  const first = addDays(mondayOf(today), 6 + course.fromWeek * 7)
  const starts = course.topics.map((_, i) => `${addDays(first, i * 7)}T${course.time}`)
  const types = [...given.setting.classTypes.values()]
  const { rules } = types.find(({ rules: { name } }) => name === 'Classes')!
  const teaches = ({ discipline, sign }: ClassType) =>
    discipline === course.discipline && sign !== undefined
  const sessions = starts.map((localStart) =>
    sessionTimes(
      { localStart, minutes: course.minutes, timeZone: player.timeZone },
      course.makeUpHours,
      rules,
    ),
  )
  const began = sessions[0]!.startsAt
  const opened = addMinutes(began < player.now ? began : player.now, -enrolling * day - 60)

  playCreation(
    player,
    { id, course, starts, rules, like: types.find(teaches), at: addMinutes(opened, -day) },
    given,
  )
  const enrolled = [...crowd.splice(0, course.enrolled), ...(course.mo ? [people.mo] : [])]
  enrolled.forEach((person, i) => {
    player.at(addMinutes(opened, i * day), async ({ as, desk }) => {
      const result = await enrolPerson(as(person), id, person.id)
      if (!result.ok) throw new Error(`${person.name} cannot enrol: ${result.reason}`)
      // The last to join has yet to pay.
      if (i !== course.enrolled - 1) await settleEnrolment(desk, id, result.enrolmentId, 'card')
    })
  })
  const waiting = [...crowd.splice(0, course.waiting), ...(course.anaWaits ? [people.ana] : [])]
  waiting.forEach((person, i) => {
    player.at(addMinutes(player.now, -(waiting.length - i) * day), ({ as }) =>
      joinCourseWaitlist(as(person), id, person.id),
    )
  })
  sessions.forEach(({ startsAt, endsAt, localStart }, n) => {
    const ids = sql`SELECT id FROM occurrences
      WHERE series_id = ${id} AND local_start = ${localStart}`
    playClass(
      player,
      { ids, startsAt, endsAt, settles: rules.reconcileMinutes },
      ({ personId }) => (enrolled.findIndex((one) => one.id === personId) + n) % 5 !== 4,
    )
  })
}

type Creation = {
  id: string
  course: CoursePlan
  starts: LocalDateTime[]
  rules: Policy
  /** A class type of its discipline, whose sign it bears. */
  like: ClassType | undefined
  at: Instant
}

function playCreation(
  player: Player,
  creation: Creation,
  { setting, coachOf, today }: Given,
): void {
  const { id, course, starts, rules, like, at } = creation
  const room = [...setting.classTypes.values()].find((type) => type.room === course.room)!
  const inDays = (days: number, time: string) =>
    instantOf(`${addDays(today, days)}T${time}`, player.timeZone)
  player.at(at, async ({ desk }) => {
    const made = await createCourse(desk, {
      id,
      kind: course.kind,
      disciplineId: setting.ladders.get(course.discipline)!.id,
      roomId: room.roomId,
      coachId: coachOf(course.coach),
      policyId: rules.id,
      capacity: course.places,
      minutes: course.minutes,
      starts,
      rrule: starts.length > 1 ? `FREQ=WEEKLY;BYDAY=SU;COUNT=${starts.length}` : '',
      topics: course.topics,
      name: course.name,
      description: course.description,
      bring: course.bring,
      levelId: null,
      priceMinor: course.priceMinor,
      tiers: course.tier
        ? [
            {
              name: course.tier.name,
              priceMinor: course.tier.priceMinor,
              until: inDays(course.tier.days, '23:59'),
            },
          ]
        : [],
      lateJoin: course.lateJoin,
      dropIns: course.dropIns,
      dropInMinor: course.dropIns ? dropInOf(course) : null,
      makeUpHours: course.makeUpHours,
      makeUpDays: 14,
      takesMakeUps: true,
      withdrawal: readWithdrawal(course.withdrawal),
      withdrawalRunning: 0,
      waitlistLimit: 20,
      offerHours: 24,
      opensAt: null,
      followsId: null,
      reEnrolUntil: null,
      minimumAge: null,
      maximumAge: null,
      minimumPeople: course.minimumPeople ?? null,
      decideAt: course.minimumPeople
        ? instantOf(`${addDays(starts[0]!.slice(0, 10), -5)}T12:00`, player.timeZone)
        : null,
      guestName: course.guest?.name ?? '',
      guestPercent: course.guest?.percent ?? 0,
      guestFixedMinor: 0,
      guestMinimumMinor: 0,
    })
    if (!made.ok) throw new Error(`${course.name} cannot be made: ${made.reason}`)
    const { icon, colour } = signOf(like)
    await desk.db.run(sql`
      UPDATE class_types SET short_name = ${course.shortName}, icon = ${icon}, colour = ${colour}
      WHERE id = (SELECT class_type_id FROM courses WHERE id = ${id})`)
  })
}

/** A session's part of the price, in whole pounds or dollars, and three more. */
const dropInOf = ({ priceMinor, topics }: CoursePlan): number =>
  Math.round(priceMinor / topics.length / 100) * 100 + 300
