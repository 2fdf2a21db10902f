import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { policyRules } from '#app/domain/calendar/policy-words.ts'
import { studioPlace } from '#app/domain/scope/studio-place.ts'
import { rulesPage } from '#app/domain/timetable/rules-page.server.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { ContactLinks, hasContact } from '#app/ui/layout/contact-links.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['lines'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Studio rules', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await viewStudio(context)
  const { slug, name, legalName, contactEmail, contactPhone } = ctx.studio
  const { timeZone, locale, currency, weekStart } = ctx.studio
  return {
    ...(await rulesPage(ctx, viewer)),
    where: studioPlace(ctx.studio),
    studio: {
      slug,
      name,
      legalName,
      contactEmail,
      contactPhone,
      timeZone,
      locale,
      currency,
      weekStart,
    },
  }
}

export default function Rules() {
  const { policies, studio, where } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <div className="stack">
        <h1>Studio rules</h1>
        <p className="soft">
          How booking works at {studio.name}. Each class shows its own times before you book.
        </p>
      </div>
      {policies.map((policy) => (
        <section key={policy.name} className="stack" aria-label={policy.name}>
          {policies.length > 1 && <h2>{policy.name}</h2>}
          <dl className="lines">
            {policyRules(policy, studio).map(({ about, rule }) => (
              <div key={about}>
                <dt>
                  <b>{about}</b>
                </dt>
                <dd>{rule}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {policies.length === 0 && <p>The studio hasn’t set its booking rules yet.</p>}
      <section className="stack" id="ask" aria-labelledby="ask-title">
        <h2 id="ask-title">Ask us</h2>
        <p>
          Speak to the front desk{where && ` at ${where}`}.{' '}
          {studio.legalName && `You pay ${studio.legalName}.`}
        </p>
        {hasContact(studio) && (
          <p>
            <ContactLinks studio={studio} />
          </p>
        )}
        <p>
          <a href={paths.prices(studio)}>See prices</a>
        </p>
      </section>
    </Main>
  )
}
