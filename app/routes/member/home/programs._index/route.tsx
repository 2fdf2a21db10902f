import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { enrolRefusalWords } from '#app/domain/courses/enrolments/enrol-words.ts'
import { programFilters } from '#app/domain/courses/programs/program-filters.ts'
import type { Program } from '#app/domain/courses/programs/program-queries.server.ts'
import {
  availabilitySentence,
  courseDatesWords,
  placesIn,
  priceForMe,
} from '#app/domain/courses/programs/program-words.ts'
import { programsPage } from '#app/domain/courses/programs/programs-page.server.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { limitOn, scaleUpTo } from '#app/ui/form/range-scale.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioUses } from '#app/ui/layout/studio-uses.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { OfferList } from '#app/ui/sales/offer-list.tsx'
import { shareMeta } from '#app/ui/share/share-meta.ts'
import { State } from '#app/ui/state/state.tsx'
import { typedMinor } from '#app/values/money.ts'
import { factsLine } from '#app/values/text/separators.ts'
import { count, dayShort } from '#app/values/wording.ts'
import { ProgramFilterBar, ProgramRow } from './program-row.tsx'
import { TrainingPlans } from './training-plans.tsx'

export const handle = {
  styles: [
    'button',
    'chip',
    'filter',
    'sheet',
    'program',
    'say',
    'pips',
    'state',
    'tag',
    'range',
    'offer',
  ],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? shareMeta(
        { matches },
        {
          title: 'Programs',
          description: 'Courses and workshops to join: dates, prices and places.',
          path: paths.programs(data.studio),
        },
      )
    : pageTitle('Programs', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const { slug, locale, currency, timeZone } = ctx.studio
  const filters = listParams(app, programFilters(currency))
  const asked = app.url.searchParams.get('most') ?? ''
  const page = await programsPage(ctx, viewer, filters)
  const formats = { locale, currency, timeZone }
  const prices = scaleUpTo(Number(typedMinor(page.dearestMinor, currency)))
  const row = ({ course, availability, nextStart, came, sums }: Program) => ({
    id: course.id,
    name: course.name,
    kind: course.kind,
    about: factsLine([
      courseDatesWords(course, locale),
      course.level ? `from ${course.level}` : '',
      course.coachName,
    ]),
    ...priceForMe(availability, course, formats),
    places: placesIn(availability),
    message: availabilitySentence(availability, formats),
    refused:
      availability.kind === 'refused'
        ? { reason: availability.reason, text: enrolRefusalWords(availability, formats).sentence }
        : null,
    next: nextStart ? dayShort(nextStart.slice(0, 10), locale) : null,
    progress:
      availability.kind === 'enrolled' ? { over: sums.missed, of: course.sessions, came } : null,
  })
  return {
    studio: { slug },
    trainingPlans: page.trainingPlans,
    mine: page.mine.map(row),
    offered: page.offered.map(row),
    holds: page.holds,
    plans: page.plans,
    packages: page.packages,
    makeUps: page.makeUps.map(({ id, name, validUntil }) => ({
      id,
      name,
      until: dayShort(validUntil, locale),
    })),
    total: page.total,
    filters: { ...filters, most: String(limitOn(asked, prices) ?? '') },
    prices,
    options: { levels: page.levels, disciplines: page.disciplines },
    currency,
    locale,
    shell: page.shell,
  }
}

export default function Programs() {
  const {
    studio,
    trainingPlans,
    mine,
    offered,
    makeUps,
    total,
    filters,
    options,
    prices,
    currency,
    locale,
  } = useLoaderData<typeof loader>()
  const uses = useStudioUses()
  const narrowed = Object.values(filters).some(Boolean)
  return (
    <Main>
      <div className="between">
        <h1>Programs</h1>
        {total > 0 && (
          <ProgramFilterBar
            studio={studio}
            filters={filters}
            options={options}
            prices={prices}
            currency={currency}
            locale={locale}
          />
        )}
      </div>
      {(mine.length > 0 || makeUps.length > 0) && (
        <section className="stack" aria-labelledby="mine">
          <h2 id="mine">Your programs</h2>
          <ul>
            {mine.map((program) => (
              <ProgramRow key={program.id} studio={studio} program={program} />
            ))}
          </ul>
          {makeUps.map(({ id, name, until }) => (
            <p key={id} className="soft">
              1 make-up from {name}, to use by {until}.{' '}
              <a href={paths.timetable(studio, { places: '1' })}>Find a session</a>
            </p>
          ))}
        </section>
      )}
      {uses('workouts') && <TrainingPlans studio={studio} plans={trainingPlans} />}
      <section className="stack" aria-labelledby="offered">
        <div className="between">
          <h2 id="offered">{mine.length > 0 ? 'More programs' : 'Courses and workshops'}</h2>
          <span className="soft">{count(offered.length, 'program')}</span>
        </div>
        {offered.length > 0 ? (
          <ul>
            {offered.map((program) => (
              <ProgramRow key={program.id} studio={studio} program={program} />
            ))}
          </ul>
        ) : (
          <State
            icon="steps"
            title={narrowed ? 'Nothing matches' : 'Nothing to enrol for right now'}
          >
            <p>
              Courses are runs of sessions with one price; workshops are intensives. New ones appear
              here.
            </p>
            <p className="pair">
              {narrowed ? (
                <a className="button primary" href={paths.programs(studio)}>
                  Show all
                </a>
              ) : (
                <a className="button primary" href={paths.timetable(studio)}>
                  See the timetable
                </a>
              )}
            </p>
          </State>
        )}
      </section>
      <WhatToBuy />
    </Main>
  )
}

/** Memberships and packs, and how to buy one: what a member has already stands first. */
function WhatToBuy() {
  const { studio, holds, plans, packages } = useLoaderData<typeof loader>()
  if (plans.length + packages.length === 0) return null
  return (
    <section className="stack wide-gap" aria-labelledby="buy">
      <div className="between">
        <h2 id="buy">Memberships and packs</h2>
        <a href={paths.prices(studio)}>All prices</a>
      </div>
      <p className="soft">
        {holds.length > 0 && (
          <>
            You have <a href={paths.portal(studio)}>{holds.join(', ')}</a>.{' '}
          </>
        )}
        For classes on the timetable. Buy at the desk; once it’s on your account, you can book here.
      </p>
      <div className="three">
        <OfferList id="memberships" title="Memberships" offers={plans} inSection />
        <OfferList id="packs" title="Packs" offers={packages} inSection />
      </div>
    </section>
  )
}
