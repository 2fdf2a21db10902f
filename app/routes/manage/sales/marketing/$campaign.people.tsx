import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { notSentReasons, outcomes } from '#app/db/studio/marketing/campaigns-words.ts'
import { withFigures } from '#app/domain/insights/people-figures.server.ts'
import {
  audiencePeople,
  campaignPage,
  recipientsPage,
} from '#app/domain/marketing/campaign-page.server.ts'
import { outcomeWords, resultFigures } from '#app/domain/marketing/campaign-words.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { listParams, pageParams, rowsPerPage } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Pager } from '#app/ui/list/pager.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { deadline } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `People of ${data.name}` : 'People', { matches })

const figures = resultFigures.map(({ of }) => of)

const asked = pageParams.extend({
  of: z.enum(['gets', ...outcomes, ...figures]).catch('gets'),
})

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'campaigns:write')
  const found = await campaignPage(ctx, params.campaign ?? '')
  if (!found) throw notFound()
  const { campaign, rule } = found
  const { timeZone, locale, slug } = ctx.studio
  const { of: given, page } = listParams(app, asked)
  const begun = campaign.startedAt !== null
  const of = begun && given === 'gets' ? 'sent' : given
  const figure = resultFigures.find((one) => one.of === of)
  const words = figure
    ? figure.means
    : `They ${outcomeWords(of === 'gets' ? '' : (of as (typeof outcomes)[number]), 2, rule, campaign.channel).words}.`
  const rows = begun
    ? await recipientsPage(ctx, campaign.id, of === 'gets' ? 'sent' : of, {
        page,
        perPage: rowsPerPage,
      })
    : null
  const why = of === 'gets' ? '' : of
  const isReason = why === '' || (notSentReasons as readonly string[]).includes(why)
  const people =
    rows?.items ?? (isReason ? await audiencePeople(withFigures(ctx), campaign, why) : [])
  return {
    studio: { slug },
    id: campaign.id,
    name: campaign.name,
    sms: campaign.channel === 'sms',
    of,
    words,
    note: !begun && (campaign.counted[why] ?? 0) > people.length ? 'Some of them, by name.' : '',
    page: rows && { ...rows, items: undefined },
    people: people.map(({ id, name, email, at }) => ({
      id,
      name,
      email,
      at: at ? deadline(at, timeZone, locale) : '',
    })),
  }
}

export default function CampaignPeople() {
  const { studio, id, name, sms, of, words, note, page, people } = useLoaderData<typeof loader>()
  const here = (number: number) =>
    paths.manageCampaignPeople(studio, id, { of, page: number > 1 ? number : undefined })
  return (
    <>
      <BackLink to={paths.manageCampaign(studio, id)}>{name}</BackLink>
      <PageHead title={`People of ${name}`} intro={[words, note].filter(Boolean).join(' ')} />
      {people.length > 0 ? (
        <>
          <Table
            caption="People"
            rows={people}
            rowKey={(row) => row.id}
            columns={[
              {
                name: 'Name',
                place: 'name',
                cell: (row) => <Link to={paths.managePerson(studio, row.id)}>{row.name}</Link>,
              },
              { name: sms ? 'Number' : 'Email', place: 'under', cell: ({ email }) => email },
              { name: 'When', place: 'desk', date: true, cell: ({ at }) => at },
            ]}
          />
          {page && <Pager page={page} shown={people.length} path={here} />}
        </>
      ) : (
        <Empty icon="members" title="Nobody" text="Nobody is counted here at the moment.">
          <Link className="button" to={paths.manageCampaign(studio, id)}>
            Back to the campaign
          </Link>
        </Empty>
      )}
    </>
  )
}
