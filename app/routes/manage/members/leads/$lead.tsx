import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { preferredSlots } from '#app/domain/leads/capture/form-definition.ts'
import { leadFacts } from '#app/domain/leads/lead-story.ts'
import { leadCard } from '#app/domain/leads/list/card-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { leadWithTrials } from '#app/domain/trials/board-page.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { count, dayShortTime } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { LeadActs } from './lead-parts/lead-acts.tsx'
import { LeadDetails } from './lead-parts/lead-details.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.card.name ?? 'Leads', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'leads:read')
  const page = await leadWithTrials(ctx, params.lead ?? '')
  if (!page) throw notFound()
  const { lead, setting } = page
  const formats = { ...ctx.studio, now: ctx.now }
  const { slug, locale, timeZone } = ctx.studio
  const live = lead.state === 'open' || lead.state === 'nurture'
  const pipeline = setting.pipelines.find(({ id }) => id === lead.pipelineId)
  return {
    studio: { slug },
    card: leadCard(lead, setting.sources, formats),
    live,
    trialAhead: lead.trialOutcome === 'booked',
    person: { id: lead.personId, email: lead.email, phone: lead.phone, member: !lead.prospect },
    ...leadFacts(page, formats),
    stages: setting.pipelines.flatMap((one) =>
      one.stages
        .filter(({ kind }) => kind !== 'lost' && kind !== 'won')
        .map(({ id, name }) => ({
          id,
          name: one.id === pipeline?.id ? name : `${one.name}: ${name}`,
        })),
    ),
    lostStage: pipeline?.stages.find(({ kind }) => kind === 'lost')?.id ?? '',
    trials: page.trials.map(({ id, title, localStart, places }) => ({
      id,
      words: `${dayShortTime(localStart, locale)} ${title}, ${count(places, 'place')} left`,
    })),
    details: {
      sourceId: lead.sourceId,
      ownerId: lead.ownerId ?? '',
      interest: lead.interest,
      times: lead.preferredTimes,
      campaign: lead.campaign,
      tags: lead.tags,
      referredBy: lead.referredBy,
    },
    sources: setting.sources,
    staff: setting.staff.map(({ id, name }) => ({ id, name })),
    slots: preferredSlots.map(({ id, name }) => ({ id, name })),
    keys: [newId(), newId(), newId()] as const,
    tomorrow: localDate(addMinutes(ctx.now, 24 * 60), timeZone),
    can: { write: may(viewer.role, 'leads:write'), people: may(viewer.role, 'people:read') },
  }
}

export default function Lead() {
  const data = useLoaderData<typeof loader>()
  const { studio, card, live, person, stageName, facts, story, consents, others, can } = data
  return (
    <>
      <BackLink to={paths.manageLeads(studio)}>Leads</BackLink>
      <PageHead
        title={card.name}
        intro={
          <>
            <Label text={stageName} tone={null} />{' '}
            {person.email && <a href={`mailto:${person.email}`}>{person.email}</a>}{' '}
            {person.phone && <a href={`tel:${person.phone}`}>{person.phone}</a>}
          </>
        }
        actions={
          <>
            {can.people && (
              <Link className="button" to={paths.managePerson(studio, person.id)}>
                Open profile
              </Link>
            )}
            {can.write && live && (
              <Form method="post" action={paths.manageLeadAct(studio, card.id, 'conversion')}>
                <button type="submit" className="button primary">
                  Make a member
                </button>
              </Form>
            )}
          </>
        }
      />
      {card.next && (
        <p className={card.next.late ? 'lead-next bad' : 'lead-next'}>
          <Icon name="clock" /> {card.next.text}
        </p>
      )}
      <div className="split">
        <section>
          <h2>Activity</h2>
          {can.write && <LeadActs {...data} />}
          <ol className="lines">
            {story.map(({ id, what, text, by, when }) => (
              <li key={id}>
                <b>{what}</b> <span className="muted">{[by, when].filter(Boolean).join(', ')}</span>
                {text && <blockquote>{text}</blockquote>}
              </li>
            ))}
          </ol>
        </section>
        <aside className="lead-side">
          <section>
            <h2>About</h2>
            <dl className="facts">
              {facts.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section>
            <h2>Consents</h2>
            <ul className="lines">
              {consents.map(({ name, line }) => (
                <li key={name}>
                  {name} <span className="muted">{line}</span>
                </li>
              ))}
            </ul>
            {can.people && (
              <p className="do">
                <Link to={paths.managePersonAct(studio, person.id, 'consents')}>
                  See or change consents
                </Link>
              </p>
            )}
          </section>
          {others.length > 0 && (
            <section>
              <h2>Earlier</h2>
              <ul className="lines">
                {others.map(({ id, words }) => (
                  <li key={id}>
                    <Link to={paths.manageLead(studio, id)}>{words}</Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {can.write && <LeadDetails {...data} />}
        </aside>
      </div>
    </>
  )
}
