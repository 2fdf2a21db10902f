import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import type * as z from 'zod'
import { withFigures } from '#app/domain/insights/people-figures.server.ts'
import { campaignActForm, scheduleForm } from '#app/domain/marketing/campaign-fields.ts'
import { campaignPage, exampleReader } from '#app/domain/marketing/campaign-page.server.ts'
import type { Campaign as CampaignRow } from '#app/domain/marketing/campaign-queries.server.ts'
import {
  partsWords,
  scheduleRefusals,
  subjectResults,
} from '#app/domain/marketing/campaign-words.ts'
import { countAudience } from '#app/domain/marketing/count-audience.server.ts'
import {
  cancelCampaign,
  scheduleCampaign,
  unscheduleCampaign,
} from '#app/domain/marketing/schedule-campaign.server.ts'
import { sendTest } from '#app/domain/marketing/send-test.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { UnderWay } from '#app/ui/staff/under-way.tsx'
import { newId } from '#app/values/id.ts'
import { count, deadline, zoneName } from '#app/values/wording.ts'
import { addDays, instantOf, localDate } from '#app/values/zone.ts'
import { CampaignResults } from '../campaign-parts/campaign-results.tsx'
import { MailPreview, TextPreview } from '../campaign-parts/mail-preview.tsx'
import { ActButton, WhenForm } from '../campaign-parts/when-form.tsx'
import { WhoDots } from '../campaign-parts/who-dots.tsx'
import { groupsOf, introOf, labelOf, mailOf, resultsOf, textOf } from './campaign-view.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Campaign', { matches })

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'campaigns:write')
  const page = await campaignPage(ctx, params.campaign ?? '')
  if (!page) throw notFound()
  const { campaign, rule } = page
  const { studio, now } = ctx
  const { slug, timeZone, locale } = studio
  const { id, name, state, startedAt } = campaign
  const begun = startedAt !== null
  const reader = begun ? null : await exampleReader(withFigures(ctx), campaign)
  const to = reader ?? { name: viewer.name, preferredName: '' }
  const groups = groupsOf(studio, campaign, rule, begun)
  const total = groups.reduce((sum, { n }) => sum + n, 0)
  const waiting = campaign.tally.waiting ?? 0
  const asOf = begun ? campaign.talliedAt : campaign.countedAt
  const today = localDate(now, timeZone)
  return {
    studio: { slug },
    id,
    name,
    state,
    label: labelOf(campaign),
    intro: introOf(campaign, studio),
    audience: campaign.audience,
    asOf: asOf ? deadline(asOf, timeZone, locale) : '',
    groups,
    gets: campaign.counted[''] ?? 0,
    total,
    done: total - waiting,
    results: resultsOf(studio, campaign),
    limit: `Nobody gets more than ${count(rule.letters, 'marketing message')} in ${count(rule.days, 'day')}.`,
    ...(campaign.channel === 'sms'
      ? { text: textOf(ctx, campaign, to), mail: null }
      : { text: null, mail: mailOf(studio, campaign, to) }),
    parts:
      campaign.channel === 'sms' && !begun
        ? partsWords(
            { people: campaign.counted[''] ?? 0, parts: campaign.counted.parts ?? 0 },
            { rule, studio },
          )
        : '',
    subjects: begun && campaign.subjectB ? subjectResults(campaign) : null,
    fills: campaign.occurrenceId !== null,
    mine: viewer.email,
    testKey: newId(),
    when: {
      rules: fieldRules(scheduleForm),
      version: String(campaign.version),
      now: `Quiet hours are ${clock(rule.untilHour)} to ${clock(rule.fromHour)}; then it waits.`,
      zone: zoneName(timeZone, locale, now),
      date: addDays(today, 1),
    },
  }
}

/** A test, a new count, when it goes out, or its end: 303 back, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'campaigns:write')
  const id = params.campaign ?? ''
  const page = await campaignPage(ctx, id)
  if (!page) throw notFound()
  const { campaign } = page
  const here = paths.manageCampaign(ctx.studio, id)
  const posted = await readPosted(request)
  const act = parsePosted(posted, campaignActForm)
  if (act.status === 'success') {
    const told = await carryOut(ctx, campaign, act.value, viewer.email)
    return redirectWithFlash(app, here, told)
  }
  const submission = parsePosted(posted, scheduleForm)
  if (submission.status !== 'success') return invalid(submission)
  const { version, when, date, time } = submission.value
  const at = when === 'now' ? null : instantOf(`${date}T${time}`, ctx.studio.timeZone)
  const result = await scheduleCampaign(withFigures(ctx), id, { version, at })
  if (!result.ok) {
    const { reason } = result
    return refused(submission, {
      code: reason,
      ...(reason === 'past'
        ? { fields: { date: [scheduleRefusals.past] } }
        : { form: [scheduleRefusals[reason]] }),
    })
  }
  const { timeZone, locale } = ctx.studio
  return redirectWithFlash(
    app,
    here,
    `Scheduled for ${deadline(result.at, timeZone, locale)}: ${count(result.people, 'person', 'people')}.`,
  )
}

type Asked = z.output<typeof campaignActForm>

/** Does one of the small acts, and says what came of it; 422 with why not. */
async function carryOut(
  ctx: StaffContext,
  campaign: CampaignRow,
  asked: Asked,
  mine: string,
): Promise<string> {
  const here = paths.manageCampaign(ctx.studio, campaign.id)
  const { id } = campaign
  if (asked.act === 'test') {
    const to = await sendTest(ctx, campaign, { key: asked.key, to: mine })
    if (to) return `Test sent to ${to}.`
    throw refusalPage(
      'no_phone',
      'Your own profile has no phone number that a text can go to. Add one, then try again.',
      here,
    )
  }
  if (asked.act === 'count') {
    if (campaign.startedAt === null) await countAudience(withFigures(ctx), campaign)
    return 'Counted again.'
  }
  if (asked.act === 'unschedule') {
    if (await unscheduleCampaign(ctx, id)) return 'It is a draft again.'
    throw refusalPage('not_scheduled', 'It is not scheduled any more.', here)
  }
  if (await cancelCampaign(ctx, id)) return 'Cancelled.'
  throw refusalPage('over', 'It was over already.', here)
}

export default function Campaign() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, id, name, state, label, intro, groups, gets, total, done, results } = data
  const begun = results.length > 0
  const title = begun
    ? `${count(groups[0]?.key === 'sent' ? groups[0].n : 0, data.text ? 'text' : 'email')} sent`
    : `${gets.toLocaleString('en-GB')} of ${count(total, 'person', 'people')} get it`
  return (
    <>
      <BackLink to={paths.manageMarketing(studio)}>Marketing</BackLink>
      <PageHead
        title={name}
        intro={
          <>
            <Label {...label} /> {intro}
          </>
        }
        actions={
          <>
            {(state === 'draft' || state === 'scheduled') && (
              <ActButton act="test" fields={{ key: data.testKey }}>
                Send me a test
              </ActButton>
            )}
            {state === 'draft' && (
              <Link className="button" to={paths.manageCampaignEdit(studio, id)}>
                Edit
              </Link>
            )}
            {state === 'scheduled' && <ActButton act="unschedule">Make it a draft again</ActButton>}
            {(state === 'draft' || state === 'scheduled' || state === 'sending') && (
              <ActButton act="cancel">
                {state === 'sending' ? 'Stop sending' : 'Cancel campaign'}
              </ActButton>
            )}
          </>
        }
      />
      <div className="split campaign">
        <div className="sections">
          {state === 'sending' && (
            <section aria-label="Progress">
              <UnderWay done={done} total={total} path={null} did="done" />
            </section>
          )}
          {begun && <CampaignResults {...{ results, subjects: data.subjects, asOf: data.asOf }} />}
          <section aria-labelledby="who">
            <h2 id="who">{title}</h2>
            <p className="muted">
              {data.audience}.{' '}
              {data.fills && 'Three are asked for each free place, then half an hour goes by. '}
              {data.asOf && !begun && `Counted ${data.asOf}.`}
            </p>
            {data.parts && <p>{data.parts}</p>}
            <WhoDots id="dots" title={title} groups={groups} />
            {state === 'draft' && (
              <div className="actions">
                <ActButton act="count">Count again</ActButton>
              </div>
            )}
          </section>
          <section aria-labelledby="how-often">
            <h2 id="how-often">How often</h2>
            <p>
              {data.limit} <Link to={`${paths.manageMarketing(studio)}#how-often`}>Change it</Link>
            </p>
            <p className="muted">Receipts, class changes and reminders don’t count.</p>
          </section>
          {state === 'draft' && <WhenForm {...data.when} people={gets} answer={answer} />}
        </div>
        <aside>
          {data.mail && <MailPreview mail={data.mail} />}
          {data.text && <TextPreview text={data.text} />}
        </aside>
      </div>
    </>
  )
}
