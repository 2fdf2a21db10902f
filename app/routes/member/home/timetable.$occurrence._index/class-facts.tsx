import type { ClassDetail, ClassListing } from '#app/domain/timetable/class-listing.ts'
import { type Coming, comingWords } from '#app/domain/timetable/coming-words.ts'
import { paths } from '#app/paths.ts'
import { WhereLink } from '#app/ui/timetable/where-link.tsx'
import type { Formats } from '#app/values/formats.ts'
import { money } from '#app/values/wording.ts'

type Props = {
  listing: ClassListing
  detail: ClassDetail
  studio: { slug: string }
  formats: Formats
  /** Others in the class who show their name. */
  coming: Coming | null
  /** What is trained in it, once members see it. */
  workout: { id: string; name: string } | null
}

/** What a class is: level, coach, place, length and price. Styles: `lines`. */
export function ClassFacts({ listing, detail, studio, formats, coming, workout }: Props) {
  const { dropInMinor } = detail
  const single = dropInMinor !== null && money(dropInMinor, formats.currency, formats.locale)
  const facts = [
    [
      'Level',
      listing.minimumLevel
        ? `From ${listing.minimumLevel.name} in ${detail.discipline}`
        : 'Open to all levels',
    ],
    ['Coach', detail.coachName],
    ...(workout
      ? [
          [
            'Workout',
            <a key="workout" href={paths.workout(studio, workout.id)}>
              {workout.name}
            </a>,
          ] as const,
        ]
      : []),
    ...(listing.course
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
