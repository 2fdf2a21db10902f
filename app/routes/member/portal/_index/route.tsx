import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { portalPage } from '#app/domain/overview/portal-page.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { MyAppointments } from '#app/ui/appointments/my-appointments.tsx'
import { FamilyAhead } from '#app/ui/family/family-ahead.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { Ledger } from '#app/ui/portal/ledger.tsx'
import { ClosedDays } from '#app/ui/timetable/closed-days.tsx'
import { monthYear } from '#app/values/wording.ts'
import { BookingsAhead } from './bookings-ahead.tsx'
import { EveryWeek } from './every-week.tsx'
import { MyTickets } from './my-tickets.tsx'
import { OpenAccount } from './open-account.tsx'
import { WhatYouHold } from './what-you-hold.tsx'
import { YouAndYourData } from './you-and-your-data.tsx'

export const handle = {
  styles: ['account', 'ledger', 'lines', 'pips', 'say', 'class-row', 'button', 'tag'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Your account', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { slug, name, legalName, timeZone, locale, currency } = ctx.studio
  return {
    ...(await portalPage(ctx, viewer)),
    studio: { slug, name, legalName },
    timeZone,
    locale,
    currency,
  }
}

export default function Portal() {
  const {
    studio,
    shell,
    person,
    memberships,
    lots,
    makeUps,
    ahead,
    family,
    appointments,
    weekly,
    tickets,
    open,
    entries,
    earlier,
    today,
    closed,
    ...formats
  } = useLoaderData<typeof loader>()
  const { timeZone, locale, currency } = formats
  return (
    <main id="main" className="account">
      <header className="stack">
        <h1>Your account</h1>
        <p className="soft">
          {person.name}, with {studio.name} since {monthYear(person.joinedOn, locale)}. You pay{' '}
          {studio.legalName || studio.name}.
        </p>
        <p>
          <a className="button" href={paths.portalCode(studio)}>
            Show my code for the door
          </a>
        </p>
      </header>
      <div className="stack wide-gap">
        <OpenAccount items={open} locale={locale} />
        <WhatYouHold
          memberships={memberships}
          lots={lots}
          makeUps={makeUps}
          studio={studio}
          today={today}
          locale={locale}
        />
        <section className="stack" aria-labelledby="credits">
          <div className="between">
            <h2 id="credits">Credit history</h2>
            {entries.length > 0 && (
              <a className="soft more-room" href={paths.portalCreditsCsv(studio)}>
                Download as CSV
              </a>
            )}
          </div>
          {entries.length > 0 ? (
            <Ledger
              entries={entries}
              formats={{ timeZone, locale, currency, studio: studio.name }}
            />
          ) : (
            <p className="soft ruled">Each credit you buy, use or get back appears here.</p>
          )}
          {earlier && (
            <p>
              <a href={paths.portalCredits(studio)}>Show earlier entries</a>
            </p>
          )}
        </section>
      </div>
      <div className="stack wide-gap">
        <ClosedDays lines={closed} />
        <BookingsAhead
          ahead={ahead}
          studio={studio}
          formats={{ timeZone, locale, currency, today }}
        />
        <FamilyAhead family={family} studio={studio} locale={locale} />
        <EveryWeek places={weekly} studio={studio} locale={locale} />
        {appointments.length > 0 && (
          <MyAppointments
            appointments={appointments}
            studio={studio}
            locale={locale}
            title="Appointments"
          />
        )}
        {tickets.length > 0 && <MyTickets tickets={tickets} locale={locale} />}
        <YouAndYourData studio={studio} unread={shell.unread} />
      </div>
    </main>
  )
}
