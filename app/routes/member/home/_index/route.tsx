import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { memberHomePage, visitorHomePage } from '#app/domain/overview/home-page.server.ts'
import { type HomePart, shownOf } from '#app/domain/scope/menu.ts'
import { isStaff } from '#app/domain/scope/permissions.ts'
import { studioPlace } from '#app/domain/scope/studio-place.ts'
import { allLocations, askedLocation } from '#app/domain/timetable/timetable-filters.ts'
import { keepLocation, lastLocation } from '#app/http/choices/last-location.server.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { MyAppointments } from '#app/ui/appointments/my-appointments.tsx'
import { FamilyAhead } from '#app/ui/family/family-ahead.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { Announced } from '#app/ui/portal/announced.tsx'
import { shareMeta } from '#app/ui/share/share-meta.ts'
import { studioFacts } from '#app/ui/share/structured-data.ts'
import { ClassRow } from '#app/ui/timetable/class-row.tsx'
import { ClosedDays } from '#app/ui/timetable/closed-days.tsx'
import { LocationSwitch } from '#app/ui/timetable/location-switch.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NextForMe, NothingNext } from './next-for-me.tsx'
import { PressingToDos, ToDoList } from './to-do-list.tsx'
import { VisitorHome } from './visitor-home.tsx'
import { WeeksChart } from './weeks-chart.tsx'
import { WhatYouHave } from './what-you-have.tsx'

export const handle = {
  styles: [
    'home',
    'next',
    'sheet',
    'until',
    'until-told',
    'pips',
    'say',
    'button',
    'alert',
    'lines',
    'class-row',
    'timeline',
  ],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data?.visitor) return pageTitle('Home', { matches })
  const { studio } = data
  const { name, disciplines, place } = studio
  return shareMeta(
    { matches },
    {
      title: [disciplines, studio.town].filter(Boolean).join(' in ') || 'Classes',
      description: `${[disciplines, place].filter(Boolean).join('. ')}. See the next classes of ${name} and book your place.`,
      path: paths.home(studio),
      facts: (at) => studioFacts(studio, at),
    },
  )
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const { slug, name, timeZone, locale, currency, disciplines } = ctx.studio
  const { address, town, contactEmail, contactPhone } = ctx.studio
  const shown = {
    studio: {
      slug,
      name,
      disciplines,
      address,
      town,
      place: studioPlace(ctx.studio),
      contactEmail,
      contactPhone,
    },
    now: ctx.now,
  }
  const formats = (today: string) => ({ timeZone, locale, currency, today })
  if (viewer?.personId) {
    const asked = askedLocation(app.url.searchParams, lastLocation(app, viewer))
    const home = await memberHomePage(
      ctx,
      { ...viewer, personId: viewer.personId, staff: isStaff(viewer.role) },
      asked,
    )
    keepLocation(app, viewer, home.location)
    return {
      ...shown,
      shell: home.shell,
      formats: formats(home.today),
      member: home,
      shown: shownOf(ctx.studio),
      visitor: null,
    }
  }
  const home = await visitorHomePage(ctx, viewer)
  return {
    ...shown,
    shell: home.shell,
    formats: formats(home.today),
    member: null,
    shown: null,
    visitor: { ...home, signedIn: viewer !== null },
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function Home() {
  const data = useLoaderData<typeof loader>()
  if (data.visitor)
    return <VisitorHome studio={data.studio} formats={data.formats} {...data.visitor} />
  return <MemberHome {...data} member={data.member} shown={data.shown} />
}

function MemberHome({
  member,
  studio,
  formats,
  now,
  shown,
}: Omit<Data, 'shown'> & { shown: NonNullable<Data['shown']> } & {
  member: NonNullable<Data['member']>
}) {
  const pressing = member.toDos.filter(({ kind }) => kind === 'offer' || kind === 'decline')
  const toDos = member.toDos.filter((toDo) => !pressing.includes(toDo))
  const { locale, today } = formats
  const parts: Record<HomePart, ReactNode> = {
    next: member.next ? (
      <NextForMe next={member.next} studio={studio} formats={formats} now={now} />
    ) : (
      <NothingNext studio={studio} first={!member.seen} />
    ),
    have: <WhatYouHave {...member} studio={studio} today={today} locale={locale} />,
    todo: <ToDoList toDos={toDos} studio={studio} />,
    family: <FamilyAhead family={member.family} studio={studio} locale={locale} />,
    weeks: member.weeks.classes > 0 && <WeeksChart weeks={member.weeks} locale={locale} />,
    appointments: member.appointments.length > 0 && (
      <MyAppointments appointments={member.appointments} studio={studio} locale={locale} />
    ),
    steps: !member.seen && (
      <FirstSteps
        studio={studio}
        has={member.credits.length > 0 || member.memberships.length > 0}
      />
    ),
    good: <GoodForYou member={member} studio={studio} formats={formats} />,
  }
  const part = (name: HomePart) => <Fragment key={name}>{parts[name]}</Fragment>
  // On a phone what leads the first column comes first, then the second column.
  const lead = shown.main.find((name) => parts[name])
  return (
    <main id="main" className="home">
      <PressingToDos toDos={pressing} studio={studio} />
      {member.announced.length > 0 && (
        <div className="full">
          <Announced announced={member.announced} />
        </div>
      )}
      {member.closed.length > 0 && (
        <div className="full">
          <ClosedDays lines={member.closed} />
        </div>
      )}
      {lead && parts[lead]}
      <div className="aside">{shown.side.map(part)}</div>
      {shown.main.filter((name) => name !== lead).map(part)}
    </main>
  )
}

/** Classes to book, and the switch of the location they are of. */
function GoodForYou(props: {
  member: NonNullable<Data['member']>
  studio: Data['studio']
  formats: Data['formats']
}) {
  const { member, studio, formats } = props
  return (
    <>
      {member.locations.length > 1 && (
        <div className="full">
          <LocationSwitch
            locations={member.locations}
            current={member.location}
            path={(name) => paths.home(studio, { location: name ?? allLocations })}
            page={(id) => paths.location(studio, id)}
          />
        </div>
      )}
      {member.good.length > 0 && (
        <section className="stack" aria-labelledby="good">
          <div className="between">
            <h2 id="good">Good for you this week</h2>
            <a className="soft more-room" href={paths.timetable(studio)}>
              See all classes
            </a>
          </div>
          <ol>
            {member.good.map((listing) => (
              <ClassRow
                key={listing.id}
                listing={listing}
                studio={studio}
                formats={formats}
                dated
              />
            ))}
          </ol>
        </section>
      )}
    </>
  )
}
