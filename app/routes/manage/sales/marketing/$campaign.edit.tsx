import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { withFigures } from '#app/domain/insights/people-figures.server.ts'
import { audienceOf } from '#app/domain/marketing/audience-sql.server.ts'
import { keptChoice } from '#app/domain/marketing/audiences.ts'
import { campaignFormOf } from '#app/domain/marketing/campaign-fields.ts'
import { findCampaign } from '#app/domain/marketing/campaign-queries.server.ts'
import { countAudience } from '#app/domain/marketing/count-audience.server.ts'
import { saveCampaign } from '#app/domain/marketing/save-campaign.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { audienceChoices } from './campaign-parts/audience-choices.server.ts'
import { CampaignFields } from './campaign-parts/campaign-form.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Edit campaign', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'campaigns:write')
  const campaign = await findCampaign(ctx, params.campaign ?? '')
  if (!campaign) throw notFound()
  const { id, name, channel, subject, subjectB, text, button, page, version, audience, state } =
    campaign
  return {
    studio: { slug: ctx.studio.slug },
    id,
    title: name,
    channel,
    draft: state === 'draft',
    rules: fieldRules(campaignFormOf[channel]),
    choices: await audienceChoices(ctx, { kept: audience }),
    values: {
      key: id,
      version: String(version),
      who: keptChoice,
      name,
      subject,
      subjectB,
      text,
      button,
      page,
    },
  }
}

/** Saves an edit of a draft and counts again: 303 to it, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'campaigns:write')
  const id = params.campaign ?? ''
  const campaign = await findCampaign(ctx, id)
  if (!campaign) throw notFound()
  const here = paths.manageCampaign(ctx.studio, id)
  if (campaign.state !== 'draft')
    throw refusalPage(
      'not_draft',
      'Only a draft can be changed. Make it a draft again first.',
      here,
    )
  const submission = await parseForm(request, campaignFormOf[campaign.channel])
  if (submission.status !== 'success') return invalid(submission)
  const { who, version, ...words } = submission.value
  const audience = who === keptChoice ? null : await audienceOf(ctx, who, '')
  if (who !== keptChoice && !audience) throw notFound()
  if (!(await saveCampaign(ctx, id, version, words, audience)))
    return refused(submission, {
      code: 'changed_meanwhile',
      form: ['Someone changed it in the meantime. Reload the page and try again.'],
    })
  const saved = await findCampaign(ctx, id)
  if (saved) await countAudience(withFigures(ctx), saved)
  return redirectWithFlash(app, here, 'Saved.')
}

export default function EditCampaign() {
  const { studio, id, title, channel, draft, rules, choices, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const here = paths.manageCampaign(studio, id)
  return (
    <>
      <BackLink to={here}>{title}</BackLink>
      <PageHead
        title="Edit campaign"
        intro={
          draft
            ? 'Nothing is sent until you choose when.'
            : 'Only a draft can be changed. Make it a draft again first.'
        }
      />
      {draft && (
        <CampaignFields
          {...{ channel, rules, choices, values, answer }}
          key={values.version}
          people={paths.manageMembers(studio)}
          cancel={here}
          send="Save changes"
        />
      )}
    </>
  )
}
