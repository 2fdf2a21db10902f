import type { ClassDetail, ClassListing } from '#app/domain/timetable/class-listing.ts'
import { type Coming, comingWords } from '#app/domain/timetable/coming-words.ts'
import type { Online } from '#app/domain/timetable/online-link.ts'
import { paths } from '#app/paths.ts'
import { useStudioUses } from '#app/ui/layout/studio-uses.ts'
import { WhereLink } from '#app/ui/timetable/where-link.tsx'
import type { Formats } from '#app/values/formats.ts'
import { clockTimeAt, money } from '#app/values/wording.ts'

type Props = {
  listing: ClassListing
  detail: ClassDetail
  studio: { slug: string }
  formats: Formats
  /** Others in the class who show their name. */
  coming: Coming | null
  /** What is trained in it, once members see it. */
  workout: { id: string; name: string } | null
  /** What it is taught from. */
  flow: { title: string; items: readonly { name: string; exerciseId: string | null }[] } | null
  online: Online
}

/** What a class is: level, coach, place, length and price. Styles: `lines`. */
export function ClassFacts({ listing, detail, studio, formats, coming, ...taught }: Props) {
  const { workout, flow, online } = taught
  const uses = useStudioUses()
  const { dropInMinor } = detail
  const single = dropInMinor !== null && money(dropInMinor, formats.currency, formats.locale)
  const facts = [
    [
      'Level',
      listing.minimumLevel
        ? `From ${listing.minimumLevel.name} in ${detail.discipline}`
        : 'Open to all levels',
    ],
    [
      'Coach',
      <a key="coach" href={paths.coaches(studio, listing.coachId)}>
        {detail.coachName}
      </a>,
    ] as const,
    ...(online.state === 'none' ? [] : [['Online', whereOnline(online, formats)] as const]),
    ...(flow ? [['You’ll do', taughtItems(flow, studio, uses('encyclopedia'))] as const] : []),
    ...(workout && uses('workouts')
      ? [
          [
            'Workout',
            <a key="workout" href={paths.workout(studio, workout.id)}>
              {workout.name}
            </a>,
          ] as const,
          [
            'Results',
            <a key="board" href={paths.workoutBoard(studio, workout.id, { class: listing.id })}>
              Board of the class
            </a>,
          ] as const,
        ]
      : []),
    ...(listing.course && uses('programs')
      ? [
          [
            'Part of',
            <a
              key="course"
              href={paths.program(studio, listing.course.id)}
            >{`the ${listing.course.kind}`}</a>,
          ] as const,
        ]
      : []),
    [
      'Where',
      <WhereLink
        key="where"
        studio={studio}
        locationId={listing.locationId}
        room={listing.room}
        location={detail.location}
      />,
    ] as const,
    ['Length', `${listing.minutes} minutes`],
    ...(listing.language ? [['Taught in', listing.language] as const] : []),
    ...(listing.access ? [['Accessibility', listing.access.join(', ')] as const] : []),
    ...(coming ? [['Who’s coming', whoComes(coming, studio, formats)] as const] : []),
    ...(listing.course && !listing.course.dropIns
      ? []
      : [
          [
            'Price',
            <>
              {single ? `${single}, a credit` : 'A credit'} or membership.{' '}
              <a href={paths.prices(studio, { for: listing.id })}>See prices</a>
            </>,
          ] as const,
        ]),
  ]
  return (
    <dl className="lines">
      {facts.map(([name, value]) => (
        <div key={String(name)}>
          <dt className="soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The names, or how many there are and how to see them. */
function whoComes(coming: Coming, studio: Props['studio'], { locale }: Formats) {
  if (coming.names.length > 0) return comingWords(coming, locale)
  const count = coming.count === 1 ? '1 member shows' : `${coming.count} members show`
  return (
    <>
      {count} their first name.{' '}
      <a href={`${paths.portalDetails(studio)}#names`}>Show yours to see who’s coming</a>
    </>
  )
}

/** Exercises of a flow that are named; the rest is counted. */
const itemsNamed = 12

/** What is taught, each move that the encyclopedia has leading there. */
function taughtItems(
  { title, items }: NonNullable<Props['flow']>,
  studio: Props['studio'],
  linked: boolean,
) {
  const named = items.slice(0, itemsNamed)
  return (
    <>
      <b>{title}</b>
      {named.length > 0 && ': '}
      {named.map(({ name, exerciseId }, i) => (
        <span key={name}>
          {i > 0 && ', '}
          {linked && exerciseId ? <a href={paths.exercise(studio, exerciseId)}>{name}</a> : name}
        </span>
      ))}
      {items.length > named.length && ` and ${items.length - named.length} more`}
    </>
  )
}

function whereOnline(online: Exclude<Online, { state: 'none' }>, { timeZone, locale }: Formats) {
  if (online.state === 'now')
    return (
      <a href={online.url} rel="noreferrer">
        Join online
      </a>
    )
  const from = clockTimeAt(online.from, timeZone, locale)
  return online.booked
    ? `The link appears here at ${from}`
    : `Also online. If you book, the link appears here at ${from}`
}
