import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { campaignStateWords, campaignTones } from '#app/domain/marketing/campaign-words.ts'
import { campaignsPage } from '#app/domain/marketing/campaigns-page.server.ts'
import { saveMarketingRule } from '#app/domain/marketing/marketing-rule.server.ts'
import { marketingRuleForm, typedTextPrice } from '#app/domain/marketing/marketing-rule.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayTime, deadline } from '#app/values/wording.ts'
import { HowOften } from './campaign-parts/how-often.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Marketing', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'campaigns:write')
  const { campaigns, rule, classes } = await campaignsPage(ctx)
  const { slug, timeZone, locale } = ctx.studio
  return {
    studio: { slug },
    currency: ctx.studio.currency,
    rules: fieldRules(marketingRuleForm),
    campaigns: campaigns.map((campaign) => {
      const { id, name, state, channel, audience, tally, counted, startedAt } = campaign
      const when = campaign.endedAt ?? campaign.startedAt ?? campaign.sendAt ?? campaign.changedAt
      const number = (n: number | undefined) =>
        startedAt === null ? '' : (n ?? 0).toLocaleString('en-GB')
      return {
        id,
        name,
        audience: channel === 'sms' ? `Text to ${audience}` : audience,
        label: { text: campaignStateWords[state], tone: campaignTones[state] },
        when: deadline(when, timeZone, locale),
        sent: startedAt === null ? (counted[''] ?? 0).toLocaleString('en-GB') : number(tally.sent),
        booked: number(tally.booked_after),
        bought: number(tally.bought),
        left: number(tally.left),
      }
    }),
    classes: classes.map(({ id, name, localStart, booked, places }) => ({
      id,
      name,
      when: dayTime(localStart, locale),
      taken: `${booked} of ${places} booked`,
    })),
    rule: {
      version: String(rule.version),
      letters: String(rule.letters),
      days: String(rule.days),
      fromHour: String(rule.fromHour),
      untilHour: String(rule.untilHour),
      textPrice: typedTextPrice(rule.textPrice),
    },
  }
}

/** Sets how often and when the studio writes: 303 back, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'campaigns:write')
  const submission = await parseForm(request, marketingRuleForm)
  if (submission.status !== 'success') return invalid(submission)
  if (!(await saveMarketingRule(ctx, submission.value)))
    return refused(submission, {
      code: 'changed_meanwhile',
      form: ['Someone changed it in the meantime. Reload the page and try again.'],
    })
  return redirectWithFlash(app, paths.manageMarketing(ctx.studio), 'Saved.')
}

export default function Marketing() {
  const { studio, rules, campaigns, classes, rule, currency } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const begin = (
    <>
      <Link className="button" to={paths.manageCampaignNew(studio, { by: 'sms' })}>
        New text
      </Link>
      <Link className="button primary" to={paths.manageCampaignNew(studio)}>
        <Icon name="plus" /> New campaign
      </Link>
    </>
  )
  return (
    <>
      <PageHead
        title="Marketing"
        intro="Emails and texts to many, only to people who agreed to them."
        actions={begin}
      />
      {campaigns.length > 0 ? (
        <Table
          caption="Campaigns, newest first"
          rows={campaigns}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Name',
              place: 'name',
              cell: ({ id, name }) => <Link to={paths.manageCampaign(studio, id)}>{name}</Link>,
            },
            { name: 'State', place: 'state', cell: ({ label }) => <Label {...label} /> },
            { name: 'For', place: 'under', cell: ({ audience }) => audience },
            { name: 'When', place: 'under', date: true, cell: ({ when }) => when },
            { name: 'People', place: 'desk', number: true, cell: ({ sent }) => sent },
            { name: 'Booked', place: 'desk', number: true, cell: ({ booked }) => booked },
            { name: 'Bought', place: 'desk', number: true, cell: ({ bought }) => bought },
            { name: 'Unsubscribed', place: 'wide', number: true, cell: ({ left }) => left },
          ]}
        />
      ) : (
        <Empty
          icon="message"
          title="No campaigns yet"
          text="Write to your members, past members or leads at once. You see who gets it, and why others don’t, before anything is sent."
        >
          {begin}
        </Empty>
      )}
      <div className="split more">
        <div className="sections">
          <section aria-labelledby="quiet-classes">
            <div className="section-head">
              <h2 id="quiet-classes">Classes with places left</h2>
            </div>
            {classes.length > 0 ? (
              <Table
                caption="Classes of the next 7 days that are at most half full, soonest first"
                rows={classes}
                rowKey={({ id }) => id}
                columns={[
                  { name: 'Class', place: 'name', cell: ({ name }) => name },
                  { name: 'When', place: 'under', date: true, cell: ({ when }) => when },
                  { name: 'Booked', place: 'under', cell: ({ taken }) => taken },
                  {
                    name: 'Fill',
                    place: 'state',
                    cell: ({ id, name, when }) => (
                      <Link
                        className="button small"
                        to={paths.manageCampaignNew(studio, { class: id })}
                      >
                        Fill
                        <span className="vh">
                          {' '}
                          {name}, {when}
                        </span>
                      </Link>
                    ),
                  },
                ]}
              />
            ) : (
              <p className="muted">Every class of the next 7 days is more than half full.</p>
            )}
          </section>
          <HowOften {...{ rules, answer, currency }} values={rule} key={rule.version} />
        </div>
        <aside className="aside">
          <section>
            <h2>Also for this</h2>
            <ul className="plain-links">
              <li>
                <Link to={paths.manageCoupons(studio)}>Coupons</Link>
              </li>
              <li>
                <Link to={paths.manageReferrals(studio)}>Referrals</Link>
              </li>
              <li>
                <Link to={paths.manageAutomations(studio)}>Automation</Link>
              </li>
              <li>
                <Link to={paths.manageLeadForms(studio)}>Lead capture</Link>
              </li>
            </ul>
          </section>
        </aside>
      </div>
    </>
  )
}
