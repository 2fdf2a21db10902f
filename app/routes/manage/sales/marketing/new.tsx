import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { CampaignChannel } from '#app/db/studio/marketing/campaigns-words.ts'
import { withFigures } from '#app/domain/insights/people-figures.server.ts'
import { audienceOf } from '#app/domain/marketing/audience-sql.server.ts'
import { listChoice } from '#app/domain/marketing/audiences.ts'
import { campaignFormOf } from '#app/domain/marketing/campaign-fields.ts'
import { countAudience } from '#app/domain/marketing/count-audience.server.ts'
import { fillClassStatement } from '#app/domain/marketing/fill-candidates.server.ts'
import { fillText, fillWords } from '#app/domain/marketing/fill-words.ts'
import { beginCampaign } from '#app/domain/marketing/save-campaign.server.ts'
import { readFilters } from '#app/domain/people/list/person-filters.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { filterQuery } from '#app/ui/staff/people-filters.tsx'
import { newId } from '#app/values/id.ts'
import { audienceChoices } from './campaign-parts/audience-choices.server.ts'
import { CampaignFields } from './campaign-parts/campaign-form.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('New campaign', { matches })

/** Filters of the people list that came along, as this list spells them. */
const paramsOf = (given: string) => filterQuery(readFilters(new URLSearchParams(given)))

/** An email, unless the address asks for a text. */
const channelOf = (search: URLSearchParams): CampaignChannel =>
  search.get('by') === 'sms' ? 'sms' : 'email'

/** The class that is to be filled; null where none is named. */
async function classOf(ctx: Parameters<typeof fillClassStatement>[0], id: string | null) {
  if (!id) return null
  const [fill] = await fillClassStatement(ctx, id)
  if (!fill) throw notFound()
  return fill
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'campaigns:write')
  const search = app.url.searchParams
  const params = paramsOf(search.get('filters') ?? '')
  const list = search.has('filters')
  const fill = await classOf(ctx, search.get('class'))
  const channel = channelOf(search)
  const what = channel === 'sms' ? 'text' : 'email'
  return {
    channel,
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(campaignFormOf[channel]),
    choices: fill
      ? [{ value: 'everyone', label: `People who can come to ${fill.name}` }]
      : await audienceChoices(ctx, { list }),
    title: fill ? `Fill ${fill.name}` : `New ${channel === 'sms' ? 'text' : 'campaign'}`,
    intro: fill
      ? 'For people who came at that hour in the last 90 days, have a plan or pack that covers it and haven’t booked. It stops once the places are taken.'
      : `One ${what} to many, to people who agreed to ${what}s. You see who gets it${channel === 'sms' ? ' and what it costs' : ''} before it is sent.`,
    values: {
      key: newId(),
      params,
      who: list ? listChoice : 'everyone',
      ...(fill ? (channel === 'sms' ? fillText : fillWords)(fill, ctx.studio) : {}),
    },
  }
}

/** Begins a draft and counts whom it would reach: 303 to it, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'campaigns:write')
  const fill = await classOf(ctx, app.url.searchParams.get('class'))
  const channel = channelOf(app.url.searchParams)
  const submission = await parseForm(request, campaignFormOf[channel])
  if (submission.status !== 'success') return invalid(submission)
  const { key, who, params, ...words } = submission.value
  const audience = fill
    ? { name: `People who can come to ${fill.name}`, params: '' }
    : await audienceOf(ctx, who, paramsOf(params))
  if (!audience) throw notFound()
  const occurrenceId = fill?.id ?? null
  await beginCampaign(ctx, key, words, audience, { occurrenceId, channel })
  await countAudience(withFigures(ctx), { id: key })
  return redirect(paths.manageCampaign(ctx.studio, key), 303)
}

export default function NewCampaign() {
  const { studio, channel, title, intro, rules, choices, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const list = paths.manageMarketing(studio)
  return (
    <>
      <BackLink to={list}>Marketing</BackLink>
      <PageHead title={title} intro={intro} />
      <CampaignFields
        {...{ channel, rules, choices, values, answer }}
        people={paths.manageMembers(studio)}
        cancel={list}
        send="Save draft"
      />
    </>
  )
}
