import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { membershipPage } from '#app/domain/sales/memberships/membership-page.server.ts'
import {
  actLinks,
  chargedWords,
  comingWords,
  membershipFacts,
} from '#app/domain/sales/memberships/membership-words.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Timeline } from '#app/ui/list/timeline.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { localDate } from '#app/values/zone.ts'

export const handle = {
  styles: ['back-link', 'lines', 'timeline', 'account'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Membership', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context, 'looks_after')
  const page = await membershipPage(ctx, ctx.person.id, params.membership ?? '', viewer)
  if (!page) throw notFound()
  const { slug, timeZone, currency, locale } = ctx.studio
  const reader = { currency, locale, today: localDate(ctx.now, timeZone) }
  return {
    shell: page.shell,
    studio: { slug },
    id: page.row.id,
    name: page.row.name,
    facts: membershipFacts(page.row, { ...page, isOver: page.over }, reader),
    coming: comingWords(page.coming, reader),
    charged: chargedWords(page.charged, reader),
    contract: page.row.contract,
    acts: actLinks(page.can, ['freeze', 'unfreeze', 'change', 'keep', 'withdraw', 'cancel']),
  }
}

export default function Membership() {
  const { studio, id, name, facts, coming, charged, contract, acts } =
    useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Account</BackLink>
      <h1>{name}</h1>
      <dl className="lines tight">
        {facts.map(([label, value]) => (
          <div key={label} className="between">
            <dt className="soft">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {coming.length > 0 && (
        <section className="stack" aria-labelledby="coming">
          <h2 id="coming">Next bills</h2>
          <Timeline
            entries={coming.map(({ key, day, what, amount }, i) => ({
              key,
              when: day,
              now: i === 0,
              what: (
                <>
                  <b className="num">{amount}</b> for {what}
                </>
              ),
            }))}
          />
        </section>
      )}
      {acts.length > 0 && (
        <section className="stack" aria-labelledby="acts">
          <h2 id="acts">Your membership</h2>
          <ul className="lines">
            {acts.map(({ act, label }) => (
              <li key={act}>
                <a className="go" href={paths.portalMembershipAct(studio, id, act)}>
                  <b>{label}</b>
                  <Icon name="next" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {charged.length > 0 && (
        <section className="stack" aria-labelledby="charged">
          <h2 id="charged">Billed</h2>
          <ul className="lines">
            {charged.map((line) => (
              <li key={line.id} className="between">
                <span>
                  {line.working} <small className="soft">{line.state}</small>
                </span>
                <b className="num">{line.amount}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
      {contract && (
        <section className="stack" aria-labelledby="contract">
          <h2 id="contract">What you agreed to</h2>
          <p>{contract}</p>
        </section>
      )}
    </Main>
  )
}
