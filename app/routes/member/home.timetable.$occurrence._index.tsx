import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { standingWords } from '#app/domain/bookings/standing-words.ts'
import { classPage } from '#app/domain/scheduling/class-page.server.ts'
import { classRules } from '#app/domain/scheduling/policy-words.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { actionPath } from '#app/ui/timetable/action-path.ts'
import { ClassHead, DayLink, placesSentence } from '#app/ui/timetable/class-head.tsx'
import { OtherDates } from '#app/ui/timetable/other-dates.tsx'
import { Said } from '#app/ui/timetable/said.tsx'
import { actionLabel, standingLook } from '#app/ui/timetable/standing-look.ts'
import { clockTime, weekday } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'class-row', 'say', 'sheet', 'dock', 'lines'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`${data.listing.title}, ${data.when}`, { matches }) : []

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await viewStudio(context)
  const page = await classPage(ctx, viewer, params.occurrence ?? '')
  if (!page) throw notFound()
  const { slug, timeZone, locale, currency } = ctx.studio
  const { localStart } = page.listing
  return {
    ...page,
    studio: { slug },
    telling: { timeZone, locale, currency, today: page.today },
    when: `${weekday(localStart.slice(0, 10), locale)} ${clockTime(localStart, locale)}`,
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function ClassDetails() {
  const data = useLoaderData<typeof loader>()
  const { listing, detail, instead, studio, telling, ownZone } = data
  const over = ['finished', 'cancelled', 'running'].includes(listing.standing.kind)
  const places = over ? null : placesSentence(listing.placesLeft, detail.capacity)
  return (
    <Main>
      <DayLink studio={studio} localStart={listing.localStart} telling={telling} />
      <div className="two">
        <div className="stack wide-gap">
          <ClassHead listing={listing} telling={telling} ownZone={ownZone} places={places} />
          {detail.description && <p>{detail.description}</p>}
          <Facts {...data} />
        </div>
        <State {...data} />
        <div className="full">
          <OtherDates title="Other dates" listings={instead} studio={studio} telling={telling} ownZone={ownZone} />
        </div>
      </div>
    </Main>
  )
}

/** Where the viewer stands: one sentence, one action, at the thumb on phones. */
function State({ listing, studio, telling, when }: Data) {
  const { standing } = listing
  const { sentence, action } = standingWords(standing, listing.localStart, telling)
  const asks = standing.kind === 'bookable' || standing.kind === 'sign_in' || standing.kind === 'waitlist'
  return (
    <div className="receipt stack">
      <div className="dock stack">
        <Said
          text={sentence}
          look={standingLook(standing)}
          strong
          refusal={standing.kind === 'refused' ? standing.reason : undefined}
        />
        {action && (
          <a className={asks ? 'button primary big wide' : 'button wide'} href={actionPath(action, listing.id, studio)}>
            {actionLabel(action, when)}
          </a>
        )}
      </div>
    </div>
  )
}

function Facts({ listing, detail, telling }: Data) {
  return (
    <dl className="lines">
      <div>
        <dt className="soft">Level</dt>
        <dd>
          {listing.minimumLevel ? `From ${listing.minimumLevel.name} in ${detail.discipline}` : 'Open to all levels'}
        </dd>
      </div>
      <div>
        <dt className="soft">Where</dt>
        <dd>{[listing.room, detail.location].filter(Boolean).join(', ')}</dd>
      </div>
      <div>
        <dt className="soft">Length</dt>
        <dd>{listing.minutes} minutes</dd>
      </div>
      <div>
        <dt className="soft">Rules</dt>
        <dd>
          <ul className="stack">
            {classRules(detail, telling).map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </dd>
      </div>
    </dl>
  )
}
